import { randomInt } from 'node:crypto';
import type { SlugSource } from '#contract/post-addresses.ts';
import { isAllowedPostSlug, MAX_SLUG } from '#contract/slugs.ts';
import type { Db } from '../../database/connect.ts';
import { type Clock, type DateParts, datePartsIn } from '../../platform/clock.ts';
import { listUsedSlugs } from './slug-redirect.repository.ts';

export interface SlugRequest {
  readonly serviceId: string;
  readonly by: SlugSource;
  readonly title?: string;
  readonly timeZone?: string;
}

export interface ProposalTools {
  readonly clock: Clock;
  readonly autoSlug: {
    readonly isEnabled: boolean;
    readonly format: string;
  };
}

export interface SlugProposal {
  readonly slug: string;
  readonly madeOf: SlugSource;
}

/** Avoids former slugs, too, so that redirects keep working. Falls back from title to date to a random slug. */
export async function proposeSlug(
  db: Db,
  { clock, autoSlug: { format } }: ProposalTools,
  { serviceId, by, title = '', timeZone = 'UTC' }: SlugRequest,
): Promise<SlugProposal> {
  const ofTitle = by === 'title' ? slugOfTitle(title) : undefined;
  const day = by === 'random' ? undefined : dateSlug(clock.now(), { format, timeZone });
  const candidates: SlugProposal[] = [
    ...(ofTitle === undefined ? [] : numbered(ofTitle).map((slug) => ({ slug, madeOf: 'title' as const }))),
    ...(day === undefined ? [] : lettered(day).map((slug) => ({ slug, madeOf: 'date' as const }))),
  ].filter(({ slug }) => isAllowedPostSlug(slug));
  const slugs = candidates.map(({ slug }) => slug);
  const used = await listUsedSlugs(db, serviceId, slugs);
  // A collision of 11 random characters is negligible (55 bits).
  return candidates.find(({ slug }) => !used.has(slug)) ?? { slug: randomSlug(), madeOf: 'random' };
}

const MAX_NUMBER = 20;

export function numbered(slug: string): string[] {
  return [slug, ...Array.from({ length: MAX_NUMBER - 1 }, (_, index) => `${slug}-${index + 2}`)];
}

function lettered(slug: string): string[] {
  return [slug, ...[...'abcdefghijklmnopqrstuvwxyz'].map((letter) => `${slug}${letter}`)];
}

const RANDOM_LENGTH = 11;
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

function randomSlug(): string {
  return Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

const FALLBACK_FORMAT = 'yyMMdd';

/**
 * Formats an instant as slug with `yyyy`, `yy`, `MM`, `dd`, `HH`, `mm` and `ss`. Text in single quotes is literal;
 * invalid characters become hyphens.
 */
export function dateSlug(
  now: Date,
  { format, timeZone }: { readonly format: string; readonly timeZone: string },
): string {
  const parts = datePartsIn(timeZone)(now);
  const slug = fill(format, parts)
    .replace(/[^0-9a-zA-Z_-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, MAX_SLUG - 1);
  // The slug leaves room for one character that may be appended.
  return isAllowedPostSlug(slug) ? slug : fill(FALLBACK_FORMAT, parts);
}

function fill(format: string, { year, month, day, hour, minute, second }: DateParts): string {
  const values: Readonly<Record<string, string>> = {
    yyyy: year.padStart(4, '0'),
    yy: year.slice(-2),
    MM: month,
    dd: day,
    HH: hour,
    mm: minute,
    ss: second,
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
