import { LinkifyIt } from 'linkify-it';
import { escapeHtml } from '../platform/escape-html.ts';

const finder = new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false, urlAuth: true, maxLength: 2000 })
  .add('ftp:', null)
  .add('mailto:', null)
  .add('//', null);

/** CJK characters, invisible characters and direction overrides, all of which end an address. */
const WIDE =
  /([\p{C}\u1100-\u11ff\u2e80-\u303f\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\u{1b000}-\u{1b16f}\u{20000}-\u{3ffff}]+)/u;

/**
 * Converts a comment to HTML that contains only `br` and `a`. Markup is escaped; only complete http and https addresses
 * become links.
 */
export function toCommentHtml(body: string): string {
  return body.split('\n').map(toLineHtml).join('<br>');
}

function toLineHtml(line: string): string {
  return line
    .split(WIDE)
    .map((piece, index) => (index % 2 === 1 ? escapeHtml(piece) : linked(piece)))
    .join('');
}

function linked(text: string): string {
  let html = '';
  let end = 0;
  for (const { index, lastIndex, text: shown } of finder.match(text) ?? []) {
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

export function splitAtWide(text: string): string[] {
  return text.split(WIDE).filter((_, index) => index % 2 === 0);
}

export function countLinks(body: string): number {
  return toCommentHtml(body).split('<a href=').length - 1;
}
