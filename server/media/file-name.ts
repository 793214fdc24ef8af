/** Keeps index entries within their limit: NFKC can expand one Arabic ligature to 18 letters. */
const MAX_LENGTH = 600;

/** Returns the name for searching and sorting: lower case, with NFKC-normalized widths. */
export function toNameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().slice(0, MAX_LENGTH).toWellFormed();
}
