import { createHash } from 'node:crypto';
import { ROOT_CATEGORY } from '#contract/categories.ts';
import { isAllowedPostSlug, MAX_SLUG, PostSlug } from '#contract/slugs.ts';
import { MINUTE_MS } from '../platform/clock.ts';
import { decodeUri } from '../platform/escaping.ts';

const NOT_RESERVED = '-post';

/** Removes diacritics; other characters become hyphens. Empty results become a stable hash of `seed`. */
export function toPostSlug(text: string, seed: string): string {
  const [last = ''] = text.split('/').filter(Boolean).slice(-1);
  const plain = PostSlug.safeParse(last).success ? last : cut(toSlugCharacters(decodeUri(last)));
  const slug = plain === '' ? `post-${shortHash(seed)}` : plain;
  return isAllowedPostSlug(slug) ? slug : `${slug.slice(0, MAX_SLUG - NOT_RESERVED.length)}${NOT_RESERVED}`;
}

export function toCategorySlug(label: string): string {
  const plain = toSlugCharacters(label.normalize('NFKD').toLowerCase().replaceAll('_', '-'));
  const slug = plain === '' ? `c-${shortHash(label)}` : cut(plain);
  return slug === ROOT_CATEGORY ? `${slug}-category` : slug;
}

export function nameWithoutEnding(name: string): string {
  return name.replace(/\.(?:md|markdown|mdx)$/i, '');
}

function toSlugCharacters(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^0-9a-zA-Z_-]+/g, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^-|-$/g, '');
}

function cut(slug: string): string {
  return slug.slice(0, MAX_SLUG).replace(/-+$/, '');
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const NAMED_ZONES: Readonly<Record<string, number>> = {
  z: 0,
  utc: 0,
  ut: 0,
  gmt: 0,
  jst: 9,
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
};

const TIME = String.raw`(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d{1,9}))?)?(?:\s*(?<half>[ap])\.?m\.?)?`;
const ZONE = String.raw`(?<zone>[+-]\d{2}(?::?\d{2})?|[a-z]{1,3}(?:\s?[+-]\d{2}:?\d{2})?)`;
/** Zone name in parentheses, as in JavaScript's `Date.toString`. */
const CLOCK = String.raw`(?:${TIME}(?:\s*${ZONE})?(?:\s*\([^)]*\))?)`;
const WEEKDAY = String.raw`(?:(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*\.?,?\s+)?`;
const MONTH = String.raw`(?<name>[a-z]{3,9})\.?`;
const DAY = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?`;

const FORMS: readonly RegExp[] = [
  String.raw`(?<year>\d{4})(?<mark>[-/.])(?<month>\d{1,2})\k<mark>(?<day>\d{1,2})(?:(?:t|\s+|\s*,\s*)${CLOCK})?`,
  String.raw`(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})(?:(?:t|\s+)${CLOCK})?`,
  String.raw`(?<year>\d{4})\s*年\s*(?<month>\d{1,2})\s*月\s*(?<day>\d{1,2})\s*日(?:\s*\([日月火水木金土]\))?(?:\s*${CLOCK})?`,
  String.raw`(?<year>\d{4})\s*年\s*(?<month>\d{1,2})\s*月\s*(?<day>\d{1,2})\s*日(?:\s*\([日月火水木金土]\))?\s*(?<hour>\d{1,2})\s*時\s*(?<minute>\d{1,2})\s*分(?:\s*(?<second>\d{1,2})\s*秒)?(?:\s*${ZONE})?`,
  String.raw`${WEEKDAY}${MONTH}\s+${DAY},?\s+(?<year>\d{4})(?:,?\s+(?:at\s+)?${CLOCK})?`,
  String.raw`${WEEKDAY}${DAY}[\s-]+${MONTH}[\s-]+(?<year>\d{4})(?:,?\s+${CLOCK})?`,
  String.raw`${WEEKDAY}${MONTH}\s+${DAY}\s+${TIME}\s+(?:${ZONE}\s+)?(?<year>\d{4})`,
].map((form) => new RegExp(`^${form}$`));

type Parts = Readonly<Record<string, string | undefined>>;

/**
 * Accepts ISO 8601, numeric dates beginning with the year, Japanese, English and RFC 2822 dates, Unix time in seconds
 * or milliseconds. Without a zone it is in `timeZone`, without a time midnight. Returns undefined for ambiguous dates
 * such as `05/12/2024`.
 */
export function readDate(input: string, timeZone = 'UTC'): Date | undefined {
  const text = input.normalize('NFKC').trim().toLowerCase();
  if (/^\d{9,10}$/.test(text)) return new Date(Number(text) * 1000);
  if (/^\d{13}$/.test(text)) return new Date(Number(text));
  for (const form of FORMS) {
    const parts = form.exec(text)?.groups;
    const date = parts && toDate(parts, timeZone);
    if (date) return date;
  }
  return undefined;
}

function dayOf(year: number, month: number, day: number): Date | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isSame = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isSame && year > 0 ? date : undefined;
}

function toDate(parts: Parts, timeZone: string): Date | undefined {
  const month = parts.name === undefined ? Number(parts.month) : monthOf(parts.name);
  const day = month === undefined ? undefined : dayOf(Number(parts.year), month, Number(parts.day));
  const time = timeOf(parts);
  if (!day || time === undefined) return undefined;
  const local = day.getTime() + time;
  const offset = parts.zone === undefined ? offsetIn(timeZone, local) : offsetOf(parts.zone);
  if (offset === undefined) return undefined;
  const date = new Date(local - offset);
  // Stored years have four digits.
  return date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999 ? date : undefined;
}

function monthOf(name: string): number | undefined {
  const index = MONTHS.indexOf(name.slice(0, 3));
  return index >= 0 && (name.length <= 4 || FULL_MONTH.test(name)) ? index + 1 : undefined;
}

const FULL_MONTH = /^(?:january|february|march|april|june|july|august|september|october|november|december)$/;

function timeOf({ hour, minute, second = '0', fraction = '', half }: Parts): number | undefined {
  if (hour === undefined) return 0;
  const hours = half ? (Number(hour) % 12) + (half === 'p' ? 12 : 0) : Number(hour);
  const isClock = hours <= 23 && Number(minute) <= 59 && Number(second) <= 59 && !(half && Number(hour) > 12);
  if (!isClock) return undefined;
  return ((hours * 60 + Number(minute)) * 60 + Number(second)) * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
}

function offsetIn(timeZone: string, local: number): number {
  return offsetAt(timeZone, local - offsetAt(timeZone, local));
}

function offsetAt(timeZone: string, instant: number): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(instant);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return offsetOf(name.toLowerCase().slice(0, 9)) ?? 0;
}

function offsetOf(zone: string): number | undefined {
  const [, sign, hours, minutes = '0'] = /([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  if (sign !== undefined) {
    if (!/^(?:utc|gmt)?\s?[+-]/.test(zone) || Number(hours) > 15 || Number(minutes) > 59) return undefined;
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
  }
  const named = NAMED_ZONES[zone];
  return named === undefined ? undefined : named * 3_600_000;
}
