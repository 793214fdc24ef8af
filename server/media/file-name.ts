/** As long as a place in a list may be; some letters of Arabic are whole phrases. */
const MAX_LENGTH = 600;

/** A name as it is searched and sorted by: letters in one case, and Japanese ones in one width. */
export function toNameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().slice(0, MAX_LENGTH).toWellFormed();
}
