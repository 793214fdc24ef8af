export { toEffectiveAt, toInstant } from '#contract/instants.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const PARTS = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;
export type DateParts = Readonly<Record<(typeof PARTS)[number], string>>;

/** Returns a function that splits an instant into the parts of its local time, each of at least two digits. */
export function datePartsIn(timeZone: string): (instant: Date) => DateParts {
  const form = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  return (instant) => {
    const parts = new Map<string, string>(form.formatToParts(instant).map(({ type, value }) => [type, value]));
    return Object.fromEntries(PARTS.map((name) => [name, (parts.get(name) ?? '').padStart(2, '0')])) as DateParts;
  };
}
