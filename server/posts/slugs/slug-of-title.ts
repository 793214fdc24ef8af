import { isAllowedPostSlug, MAX_SLUG } from '#contract/slugs.ts';

const PARTS = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;
type DateParts = Readonly<Record<(typeof PARTS)[number], string>>;

const FALLBACK_FORMAT = 'yyMMdd';

/**
 * Formats an instant as slug with `yyyy`, `yy`, `MM`, `dd`, `HH`, `mm` and `ss`. Text in single quotes is literal;
 * invalid characters become hyphens.
 */
export function dateSlug(
  now: Date,
  { format, timeZone }: { readonly format: string; readonly timeZone: string },
): string {
  const parts = partsOf(now, timeZone);
  const slug = fill(format, parts)
    .replace(/[^0-9a-zA-Z_-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, MAX_SLUG - 1);
  // The slug leaves room for one character that may be appended.
  return isAllowedPostSlug(slug) ? slug : fill(FALLBACK_FORMAT, parts);
}

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

function partsOf(now: Date, timeZone: string): DateParts {
  const form = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    ...{ timeZone, year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  });
  const parts = new Map<string, string>(form.formatToParts(now).map(({ type, value }) => [type, value]));
  return Object.fromEntries(PARTS.map((name) => [name, (parts.get(name) ?? '').padStart(2, '0')])) as DateParts;
}

function fill(format: string, { year, month, day, hour, minute, second }: DateParts): string {
  const values: Readonly<Record<string, string>> = {
    ...{ yyyy: year.padStart(4, '0'), yy: year.slice(-2), MM: month, dd: day },
    ...{ HH: hour, mm: minute, ss: second },
  };
  return format.replace(/'([^']*)'|yyyy|yy|MM|dd|HH|mm|ss/g, (token, quoted?: string) => quoted ?? values[token] ?? '');
}

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
  const slug = fitting(words).join('-');
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

function fitting(words: readonly string[]): string[] {
  const fittingWords: string[] = [];
  let length = -1;
  for (const word of words) {
    length += word.length + 1;
    if (length > MAX_LENGTH) break;
    fittingWords.push(word);
  }
  return fittingWords;
}
