import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testClock } from '#testing/clock.ts';
import { isVisible, toState, toWireState } from './post-state.ts';

const instants = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
const TEN_MINUTES = 600_000;

test('publishing without a time is live at once', () => {
  const clock = testClock('2026-11-21T10:07:31Z');
  expect(toState({ status: 'published' }, { clock })).toEqual({
    status: 'published',
    publishAt: '2026-11-21T10:07:31Z',
    effectiveAt: '2026-11-21T10:07:31Z',
  });
});

test.for([
  ['2026-11-21T10:07:00Z', '2026-11-21T10:10:00Z'],
  ['2026-11-21T10:10:00Z', '2026-11-21T10:10:00Z'],
  ['2026-11-21T10:10:01Z', '2026-11-21T10:20:00Z'],
  ['2026-12-31T23:59:59Z', '2027-01-01T00:00:00Z'],
] as const)('a post due at %s goes live at %s', ([publishAt, effectiveAt]) => {
  const state = toState(
    { status: 'published', publishAt: new Date(publishAt) },
    { clock: testClock('2026-11-21T10:00:00Z') },
  );
  expect(state).toEqual({ status: 'reserved', publishAt, effectiveAt });
});

test('a time in the future waits for a ten-minute tick, less than ten minutes; one in the past does not', () => {
  fc.assert(
    fc.property(instants, instants, (now, publishAt) => {
      const { status, effectiveAt } = toState(
        { status: 'published', publishAt },
        { clock: testClock(now.toISOString()) },
      );
      const wait = Date.parse(effectiveAt ?? '') - publishAt.getTime();
      if (publishAt <= now) {
        expect(status).toBe('published');
        expect(wait).toBeLessThanOrEqual(0);
      } else {
        expect(status).toBe('reserved');
        expect(wait).toBeGreaterThanOrEqual(0);
        expect(wait).toBeLessThan(TEN_MINUTES);
        expect(Date.parse(effectiveAt ?? '') % TEN_MINUTES).toBe(0);
      }
    }),
  );
});

test.for([
  ['draft', null, false, 'draft', 'unpublish', 'unpublish#None'],
  ['unpublished', '2026-01-01T00:00:00Z', false, 'unpublished', 'unpublish', 'unpublish#2026-01-01T00:00:00Z'],
  ['reserved', '2027-01-01T00:00:00Z', false, 'reserved', 'publish', 'reserve#2027-01-01T00:00:00Z'],
  ['reserved', '2026-01-01T00:00:00Z', false, 'published', 'publish', 'publish#2026-01-01T00:00:00Z'],
  ['published', '2026-01-01T00:00:00Z', true, 'published', 'publish', 'hidden#2026-01-01T00:00:00Z'],
] as const)(
  '%s at %s, hidden %s, is told as %s',
  ([stored, at, isHiddenInList, status, postStatus, statusPublishAt]) => {
    const post = { status: stored, publishAt: at, effectiveAt: at, isHiddenInList };
    expect(toWireState(post, '2026-11-21T00:00:00Z')).toEqual({ status, postStatus, statusPublishAt });
    expect(isVisible(post, '2026-11-21T00:00:00Z')).toBe(status === 'published');
  },
);
