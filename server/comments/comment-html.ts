import { LinkifyIt } from 'linkify-it';
import { escapeHtml } from '../platform/escaping.ts';

const linkFinder = new LinkifyIt({
  fuzzyLink: false,
  fuzzyEmail: false,
  fuzzyIP: false,
  urlAuth: true,
  maxLength: 2000,
})
  .add('ftp:', null)
  .add('mailto:', null)
  .add('//', null);

/** CJK characters, invisible characters and direction overrides, all of which end an address. */
const WIDE =
  /([\p{C}\u1100-\u11ff\u2e80-\u303f\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\u{1b000}-\u{1b16f}\u{20000}-\u{3ffff}]+)/u;

/** Escapes markup; only complete http and https addresses become links. */
export function toCommentHtml(body: string): string {
  return body.split('\n').map(toLineHtml).join('<br>');
}

function toLineHtml(line: string): string {
  return line
    .split(WIDE)
    .map((piece, index) => (index % 2 === 1 ? escapeHtml(piece) : toLinks(piece)))
    .join('');
}

function toLinks(text: string): string {
  let html = '';
  let end = 0;
  for (const { index, lastIndex, text: shown } of linkFinder.match(text) ?? []) {
    const href = toHref(shown);
    if (href === undefined) continue;
    html += escapeHtml(text.slice(end, index));
    html += `<a href="${escapeHtml(href)}" rel="nofollow ugc noopener" target="_blank">${escapeHtml(shown)}</a>`;
    end = lastIndex;
  }
  return html + escapeHtml(text.slice(end));
}

/** Returns undefined for other schemes and for addresses with credentials, which hide the real host. */
function toHref(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, username, password, href } = new URL(address);
  const isPlain = ['http:', 'https:'].includes(protocol) && username === '' && password === '';
  return isPlain ? href : undefined;
}

function countLinks(body: string): number {
  return toCommentHtml(body).split('<a href=').length - 1;
}

/**
 * Top-level domains that mark a bare host name as an address; file extensions and common code suffixes are excluded.
 */
const BARE_HOST_ENDINGS =
  'app|biz|bet|br|casino|cf|club|cn|co|com|de|dev|edu|eu|fr|ga|gov|gq|icu|io|jp|kr|loan|net|nl|online|org|ru|shop|site|store|su|tk|tw|uk|us|vip|win|xyz';
const BARE_HOST = new RegExp(`\\.(?:${BARE_HOST_ENDINGS})(?![^:/?#])`, 'iu');
const SURELY_HOST = /^(?:\/\/|www\.)|^[^/?#]+\/[^/]/iu;

const addressFinder = new LinkifyIt({
  fuzzyLink: true,
  fuzzyEmail: false,
  fuzzyIP: false,
  urlAuth: true,
  maxLength: 2000,
})
  .tlds(BARE_HOST_ENDINGS.split('|'), true)
  .add('ftp:', null)
  .add('mailto:', null);

/** Includes bare host names, which do not become links. */
export function countAddresses(body: string): number {
  const pieces = body.split(WIDE).filter((_, index) => index % 2 === 0);
  const found = pieces.flatMap((piece) => addressFinder.match(piece) ?? []);
  const isAddress = ({ schema, text }: { readonly schema: string; readonly text: string }) =>
    schema.startsWith('http') || SURELY_HOST.test(text) || BARE_HOST.test(text);
  return Math.max(countLinks(body), found.filter(isAddress).length);
}
