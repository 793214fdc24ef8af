/** UTC without fractions of a second: `2026-11-21T04:43:00Z`. */
export function toInstant(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}

const TICK_MS = 10 * 60 * 1000;

/** Past times apply unchanged; future ones are rounded up to the next tick (minutes 0, 10, … 50). */
export function toEffectiveAt(publishAt: Date, savedAt: Date): Date {
  if (publishAt <= savedAt) return publishAt;
  return new Date(Math.ceil(publishAt.getTime() / TICK_MS) * TICK_MS);
}
