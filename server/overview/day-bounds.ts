import { toInstant } from '../platform/clock.ts';

const DAY_MS = 24 * 60 * 60_000;

/** A stretch of whole days in some zone, as the instants between which it lies. */
export interface Stretch {
  /** Its first day: `2026-11-21`. */
  readonly from: string;
  readonly begins: string;
  /** When the next one begins. */
  readonly ends: string;
}

/** Whether days can be told by this zone. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** The last days up to today in stretches of so many, the oldest first; the oldest has all of its days, too. */
export function stretchesUpTo(
  now: Date,
  { days, stretchDays, timeZone }: { days: number; stretchDays: number; timeZone: string },
): Stretch[] {
  const midnightOf = midnightsIn(timeZone);
  // Days are counted as those of UTC, which has no shorter ones.
  const today = Date.parse(`${midnightOf.dayOf(now)}T00:00:00Z`);
  const count = Math.ceil(days / stretchDays);
  return Array.from({ length: count }, (_, index) => {
    const first = today + DAY_MS - (count - index) * stretchDays * DAY_MS;
    return {
      from: dateOf(first),
      begins: midnightOf.instant(first),
      ends: midnightOf.instant(first + stretchDays * DAY_MS),
    };
  });
}

const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** What the days of a zone are, and when they begin. */
function midnightsIn(timeZone: string) {
  const form = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    ...{ timeZone, year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  });
  /** What clocks of the zone show, read as if it were UTC. */
  const shown = (date: Date): string => {
    const parts = new Map<string, string>(form.formatToParts(date).map(({ type, value }) => [type, value]));
    const part = (name: string) => parts.get(name) ?? '';
    return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}Z`;
  };
  const offsetAt = (time: number) => Date.parse(shown(new Date(time))) - time;
  return {
    dayOf: (date: Date) => shown(date).slice(0, 10),
    /** When the day begins whose midnight this would be in UTC. Some days have no midnight, and some have two. */
    instant: (midnight: number): string => {
      const offsets = [midnight - DAY_MS, midnight + DAY_MS].map(offsetAt);
      const [first, second] = offsets.map((offset) => midnight - offset).toSorted((one, other) => one - other);
      const isReached = first !== undefined && first + offsetAt(first) >= midnight;
      return toInstant(new Date((isReached ? first : second) ?? midnight));
    },
  };
}
