import { isAllowedPostSlug } from '#contract/slugs.ts';

/** Longest slug that is made of a title. */
const MAX_FROM_TITLE = 60;
const RANDOM_LENGTH = 11;
const MAX_TRIES = 10;
/** 32 characters, without those that are easily taken for others. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/** A slug made of a title's words, if they can be written in ASCII. */
export function slugOfTitle(title: string): string | undefined {
  const plain = title.normalize('NFD').replace(/(?<=[a-z])\p{Mark}/giu, '');
  if (/[^\p{ASCII}]/u.test(plain.replace(/[^\p{Letter}\p{Number}]/gu, ''))) return undefined;
  const words = plain
    .toLowerCase()
    .replace(/['’]/g, '')
    .split(/[^0-9a-z]+/)
    .filter(Boolean);
  const slug = fitting(words).join('-');
  return isAllowedPostSlug(slug) ? slug : undefined;
}

/** As many whole words as fit. */
function fitting(words: readonly string[]): string[] {
  const kept: string[] = [];
  let length = 0;
  for (const word of words) {
    length += word.length + 1;
    if (length > MAX_FROM_TITLE + 1) break;
    kept.push(word);
  }
  return kept;
}

/** The day as `yyMMdd` where the reader is, then the same with a letter behind it. */
export function dateSlugs(now: Date): string[] {
  const day = [now.getFullYear() % 100, now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('');
  return [day, ...[...'abcdefghijklmnopqrstuvwxyz'].map((letter) => `${day}${letter}`)];
}

export function randomSlugs(): string[] {
  return Array.from({ length: MAX_TRIES }, randomSlug);
}

function randomSlug(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(RANDOM_LENGTH));
  return Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

/** The first of the slugs that no post has. */
export async function firstFree(
  slugs: readonly string[],
  isFree: (slug: string) => Promise<boolean>,
): Promise<string | undefined> {
  for (const slug of slugs) {
    if (await isFree(slug)) return slug;
  }
  return undefined;
}
