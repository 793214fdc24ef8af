/** The only source of the current time, so that tests can move it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** UTC with seconds, as stored and as sent: `2026-11-21T04:43:00Z`. Fractions of a second are cut off. */
export function toInstant(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}

const TICK_MS = 10 * 60 * 1000;

/**
 * The instant at which a post with this publish time goes live, if it was set at `savedAt`.
 * A time that has come is live as it stands; one in the future waits for the next tick (minutes 0, 10, … 50).
 */
export function toEffectiveAt(publishAt: Date, savedAt: Date): Date {
  if (publishAt <= savedAt) return publishAt;
  return new Date(Math.ceil(publishAt.getTime() / TICK_MS) * TICK_MS);
}
