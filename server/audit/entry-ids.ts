import { encodeTime, monotonicFactory } from 'ulid';

/**
 * Ids of audit entries: each begins with its time, and those of one process and one millisecond sort as they were made.
 * A clock that is put back begins anew, so that the time in an id is always the entry's own.
 */
export function entryIds(): (now: Date) => string {
  let next = monotonicFactory();
  let last = 0;
  return (now) => {
    if (now.getTime() < last) next = monotonicFactory();
    last = now.getTime();
    return next(last).toLowerCase();
  };
}

const RANDOM_CHARACTERS = 16;

/** The first id that an entry of this instant or later can have. */
export function firstEntryIdAt(instant: Date): string {
  // Ids know no time before 1970, and there are no entries of that time.
  return `${encodeTime(Math.max(0, instant.getTime())).toLowerCase()}${'0'.repeat(RANDOM_CHARACTERS)}`;
}
