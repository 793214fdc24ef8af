import { LinkifyIt } from 'linkify-it';
import { countLinks, splitAtWide } from '../comment-html.ts';

/**
 * Top-level domains that mark a bare host name as an address; file extensions and common code suffixes are excluded.
 */
const ENDINGS =
  'app|biz|bet|br|casino|cf|club|cn|co|com|de|dev|edu|eu|fr|ga|gov|gq|icu|io|jp|kr|loan|net|nl|online|org|ru|shop|site|store|su|tk|tw|uk|us|vip|win|xyz';
const BARE_HOST = new RegExp(`\\.(?:${ENDINGS})(?![^:/?#])`, 'iu');
/** Certainly an address, even without a known top-level domain. */
const SURELY_HOST = /^(?:\/\/|www\.)|^[^/?#]+\/[^/]/iu;

const finder = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: false, fuzzyIP: false, urlAuth: true, maxLength: 2000 })
  .tlds(ENDINGS.split('|'), true)
  .add('ftp:', null)
  .add('mailto:', null);

export function countAddresses(body: string): number {
  const found = splitAtWide(body).flatMap((piece) => finder.match(piece) ?? []);
  const isAddress = ({ schema, text }: { readonly schema: string; readonly text: string }) =>
    schema.startsWith('http') || SURELY_HOST.test(text) || BARE_HOST.test(text);
  return Math.max(countLinks(body), found.filter(isAddress).length);
}
