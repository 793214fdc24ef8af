const MAX_LENGTH = 60;

/** Latin letters without a canonical decomposition. */
const SPELLINGS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
};

/**
 * Returns undefined when the title is mostly in other scripts, because the remaining words would not identify it. The
 * slug may be reserved.
 */
export function slugOfTitle(title: string): string | undefined {
  const plain = toPlain(title);
  if (isMangledInLatin(plain)) return undefined;
  const words = plain.split(/[^0-9a-z]+/).filter(Boolean);
  const slug = fitToLength(words).join('-');
  return slug === '' ? undefined : slug;
}

function toPlain(title: string): string {
  return title
    .replace(/[™℠]/g, ' ')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/(?<=[a-z])\p{Mark}+/gu, '')
    .replace(/[ßæœøłđðþħı]/g, (letter) => SPELLINGS[letter] ?? letter)
    .replace(/['’]/g, '');
}

/**
 * Returns true when a mixed title is less than half Latin, has fewer than two Latin words, or has a single Latin letter
 * that touches another script.
 */
function isMangledInLatin(plain: string): boolean {
  const letters = plain.replace(/[^\p{Letter}\p{Number}]/gu, '');
  const others = letters.replace(/[0-9a-z]/g, '').length;
  if (others === 0) return false;
  const words = plain.match(/[a-z][0-9a-z]+/g) ?? [];
  const isStray = /(?<![0-9a-z])[a-z](?=[^\P{Letter}a-z])|(?<=[^\P{Letter}a-z])[a-z](?![0-9a-z])/u.test(plain);
  return isStray || words.length < 2 || others * 2 > letters.length;
}

function fitToLength(words: readonly string[]): string[] {
  const fittingWords: string[] = [];
  let length = -1;
  for (const word of words) {
    length += word.length + 1;
    if (length > MAX_LENGTH) break;
    fittingWords.push(word);
  }
  return fittingWords;
}
