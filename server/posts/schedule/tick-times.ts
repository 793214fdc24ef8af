import { toEffectiveAt } from '../../platform/clock.ts';

/** The first tick after an instant; a tick's own time is followed by the one ten minutes later. */
export function nextTickAfter(instant: Date): Date {
  return toEffectiveAt(new Date(instant.getTime() + 1), instant);
}
