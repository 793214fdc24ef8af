import { toEffectiveAt } from '../../platform/clock.ts';

/** Returns the first tick after an instant. For the time of a tick it returns the following one. */
export function nextTickAfter(instant: Date): Date {
  return toEffectiveAt(new Date(instant.getTime() + 1), instant);
}
