import { DAY_MS, datePartsIn, toInstant } from '../platform/clock.ts';

export interface Period {
  /** `2026-11-21` */
  readonly from: string;
  readonly begins: string;
  /** Exclusive. */
  readonly ends: string;
}

/** Oldest first. Every period is complete, so they may cover more than `days`. */
export function periodsUpTo(
  now: Date,
  { days, stretchDays, timeZone }: { days: number; stretchDays: number; timeZone: string },
): Period[] {
  const midnightOf = midnightsIn(timeZone);
  // Calculates with UTC days, which all have 24 hours.
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

function midnightsIn(timeZone: string) {
  const partsOf = datePartsIn(timeZone);
  const shown = (date: Date): string => {
    const { year, month, day, hour, minute, second } = partsOf(date);
    return `${year}-${month}-${day}T${hour}:${minute}:${second}Z`;
  };
  const offsetAt = (time: number) => Date.parse(shown(new Date(time))) - time;
  return {
    dayOf: (date: Date) => shown(date).slice(0, 10),
    /** Takes the UTC midnight of the day. Daylight saving can skip or repeat its local midnight. */
    instant: (midnight: number): string => {
      const offsets = [midnight - DAY_MS, midnight + DAY_MS].map(offsetAt);
      const [first, second] = offsets.map((offset) => midnight - offset).toSorted((one, other) => one - other);
      const isReached = first !== undefined && first + offsetAt(first) >= midnight;
      return toInstant(new Date((isReached ? first : second) ?? midnight));
    },
  };
}
