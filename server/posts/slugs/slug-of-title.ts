/** Longest slug that is made of a title. */
const MAX_LENGTH = 60;

/** Latin letters that are not a plain one with a mark. */
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
 * A slug of the words of a title, or nothing where a reader would not know the title again: other scripts cannot be
 * spelt here, so that of a title that is mostly in them only scraps would be left. It may be one that no post may take.
 */
export function slugOfTitle(title: string): string | undefined {
  const plain = toPlain(title);
  if (isMangledInLatin(plain)) return undefined;
  const words = plain.split(/[^0-9a-z]+/).filter(Boolean);
  const slug = fitting(words).join('-');
  return slug === '' ? undefined : slug;
}

/** In small letters without accents; letters of other scripts stay. */
function toPlain(title: string): string {
  return title
    .replace(/[™℠]/g, ' ')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/(?<=[a-z])\p{Mark}+/gu, '')
    .replace(/[ßæœøłđðþħı]/g, (letter) => SPELLINGS[letter] ?? letter)
    .replace(/['’]/g, '');
}

/** Enough of a title in two scripts is in Latin when that is half of it, at least two words, and no stray letter. */
function isMangledInLatin(plain: string): boolean {
  const letters = plain.replace(/[^\p{Letter}\p{Number}]/gu, '');
  const others = letters.replace(/[0-9a-z]/g, '').length;
  if (others === 0) return false;
  const words = plain.match(/[a-z][0-9a-z]+/g) ?? [];
  const isStray = /(?<![0-9a-z])[a-z](?=[^\P{Letter}a-z])|(?<=[^\P{Letter}a-z])[a-z](?![0-9a-z])/u.test(plain);
  return isStray || words.length < 2 || others * 2 > letters.length;
}

/** As many whole words as fit. */
function fitting(words: readonly string[]): string[] {
  const kept: string[] = [];
  let length = -1;
  for (const word of words) {
    length += word.length + 1;
    if (length > MAX_LENGTH) break;
    kept.push(word);
  }
  return kept;
}
