import { randomBytes } from 'node:crypto';
import { encodeTime, monotonicFactory, ulid } from 'ulid';
import type { Clock } from './clock.ts';

/** A ULID in lower case: 26 letters and digits that sort by creation time. */
export function newId(now: Date): string {
  return ulid(now.getTime()).toLowerCase();
}

/**
 * Makes ids that each begin with their time; those of one millisecond sort as they were made. A clock that is put back
 * begins anew, so that the time in an id is always its own.
 */
export function orderedIds(): (now: Date) => string {
  let next = monotonicFactory();
  let last = 0;
  return (now) => {
    if (now.getTime() < last) next = monotonicFactory();
    last = now.getTime();
    return next(last).toLowerCase();
  };
}

const makers = new WeakMap<Clock, (now: Date) => string>();

/** The id of something that is made now, by this process after everything else that goes by the same clock. */
export function nextId(clock: Clock, now: Date): string {
  const make = makers.get(clock) ?? orderedIds();
  makers.set(clock, make);
  return make(now);
}

const RANDOM_CHARACTERS = 16;

/** The first id that something of this instant or later can have. */
export function firstIdAt(instant: Date): string {
  // Ids know no time before 1970.
  return `${encodeTime(Math.max(0, instant.getTime())).toLowerCase()}${'0'.repeat(RANDOM_CHARACTERS)}`;
}

/** 64 hexadecimal characters that nobody can guess. */
export function newPreviewToken(): string {
  return randomBytes(32).toString('hex');
}
