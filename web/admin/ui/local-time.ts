import { useEffect, useState } from 'react';
import { toEffectiveAt, toInstant } from '#contract/instants.ts';

const STEP_MS = 15_000;

export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), STEP_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

export function toLocalInput(instant: string | null): string {
  if (instant === null) return '';
  const at = new Date(instant);
  const year = String(at.getFullYear()).padStart(4, '0');
  const [month, day, hour, minute] = [at.getMonth() + 1, at.getDate(), at.getHours(), at.getMinutes()].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${year}-${month}-${day}T${hour}:${minute}`;
}

/**
 * Returns the input value as a UTC instant, or null when it is not a valid time.
 * An hour skipped by a clock change moves forward; a repeated hour is the first of the two.
 */
export function fromLocalInput(value: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value)) return null;
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? null : toInstant(at);
}

/** Returns the instant at which readers see the post: the server publishes scheduled posts every ten minutes. */
export function effectiveTime(publishAt: string, now: Date): string {
  return toInstant(toEffectiveAt(new Date(publishAt), now));
}

export function isFuture(instant: string, now: Date): boolean {
  return Date.parse(instant) > now.getTime();
}
