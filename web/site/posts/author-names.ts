const SUFFIX = /^(?:jr|sr|i{2,3}|iv|ph\.?d|m\.?d|esq|inc|ltd|llc|co|corp|gmbh)\.?$/i;
const ONE_WORD = /^[^\s\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]+$/u;
const JOINED = /\s*[、，;；]\s*|\s+(?:and|&)\s+/iu;
/** Katakana names use the middle dot inside a name. */
const DOT_BETWEEN_NAMES = /(?<!\p{scx=Katakana})[・･](?!\p{scx=Katakana})/u;

/** Splits a byline into names; ambiguous texts stay one name. */
export function authorNames(author: string): string[] {
  return author
    .replace(/,\s+(?:and|&)\s+/giu, ', ')
    .split(JOINED)
    .flatMap((names) => names.split(DOT_BETWEEN_NAMES))
    .flatMap(splitAtCommas)
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function splitAtCommas(names: string): string[] {
  const parts = names.split(/\s*,\s*/).reduce<string[]>(joinSuffix, []);
  // Keeps names with the family name first: “Hokusai, Katsushika”.
  const [first = '', second = '', third] = parts;
  const isTurned = third === undefined && ONE_WORD.test(first) && ONE_WORD.test(second);
  return isTurned ? [names] : parts;
}

function joinSuffix(parts: string[], part: string): string[] {
  const before = parts.at(-1);
  return before !== undefined && SUFFIX.test(part) ? [...parts.slice(0, -1), `${before}, ${part}`] : [...parts, part];
}
