import { randomBytes, randomInt } from 'node:crypto';
import { encodeTime, monotonicFactory, ulid } from 'ulid';
import type { Clock } from './clock.ts';

/** `randomInt` draws from a buffer; the default of `ulid` asks the system for each of 16 characters. */
const random = () => randomInt(32) / 32;

/** ULID in lower case: 26 characters that sort by creation time. */
export function newId(now: Date): string {
  return ulid(now.getTime(), random).toLowerCase();
}

/** ULIDs are monotonic. When the clock goes back they start over, so that ids contain their actual time. */
export function orderedIds(): (now: Date) => string {
  let next = monotonicFactory(random);
  let last = 0;
  return (now) => {
    if (now.getTime() < last) next = monotonicFactory(random);
    last = now.getTime();
    return next(last).toLowerCase();
  };
}

const generators = new WeakMap<Clock, (now: Date) => string>();

/** Greater than all earlier ids of this process and clock. */
export function nextId(clock: Clock, now: Date): string {
  const generate = generators.get(clock) ?? orderedIds();
  generators.set(clock, generate);
  return generate(now);
}

const RANDOM_CHARACTERS = 16;

export function firstIdAt(instant: Date): string {
  // ULIDs cannot encode times before 1970.
  return `${encodeTime(Math.max(0, instant.getTime())).toLowerCase()}${'0'.repeat(RANDOM_CHARACTERS)}`;
}

export function newPreviewToken(): string {
  return randomBytes(32).toString('hex');
}
