import type { Clock } from '#server/platform/clock.ts';

export interface TestClock extends Clock {
  moveTo(instant: string): void;
}

export function testClock(instant = '2026-11-21T04:43:00Z'): TestClock {
  let now = new Date(instant);
  return {
    now: () => now,
    moveTo: (next) => {
      now = new Date(next);
    },
  };
}
