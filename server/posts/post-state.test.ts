import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toInstant } from '#server/platform/clock.ts';
import { testClock } from '#testing/clock.ts';
import {
  blankState,
  changeState,
  changeStatus,
  currentState,
  isVisible,
  type PostState,
  type RequestedState,
  readStatusWord,
  type StatusWord,
  toState,
  toWireState,
} from './post-state.ts';

const instants = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => new Date(toInstant(date)));
const TEN_MINUTES = 600_000;

test('publishing without a time is effective immediately', () => {
  const clock = testClock('2026-11-21T10:07:31Z');
  expect(toState({ status: 'published' }, { clock })).toEqual({
    status: 'published',
    publishAt: '2026-11-21T10:07:31Z',
    effectiveAt: '2026-11-21T10:07:31Z',
  });
});

test('draft keeps its publish time', () => {
  const publishAt = new Date('2026-11-30T10:00:00Z');
  expect(toState({ status: 'draft', publishAt }, { clock: testClock() })).toEqual({
    ...blankState,
    publishAt: '2026-11-30T10:00:00Z',
  });
});

test.for([
  ['2026-11-21T10:07:00Z', '2026-11-21T10:10:00Z'],
  ['2026-11-21T10:10:00Z', '2026-11-21T10:10:00Z'],
  ['2026-11-21T10:10:01Z', '2026-11-21T10:20:00Z'],
  ['2026-12-31T23:59:59Z', '2027-01-01T00:00:00Z'],
] as const)('post due at %s goes live at %s', ([publishAt, effectiveAt]) => {
  const state = toState(
    { status: 'published', publishAt: new Date(publishAt) },
    { clock: testClock('2026-11-21T10:00:00Z') },
  );
  expect(state).toEqual({ status: 'reserved', publishAt, effectiveAt });
});

test('only future times are rounded up to ten minutes', () => {
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
  '%s at %s, hidden %s, becomes %s in responses',
  ([stored, at, isHiddenInList, status, postStatus, statusPublishAt]) => {
    const post = { status: stored, publishAt: at, effectiveAt: at, isHiddenInList };
    expect(toWireState(post, '2026-11-21T00:00:00Z')).toEqual({ status, postStatus, statusPublishAt });
    expect(isVisible(post, '2026-11-21T00:00:00Z')).toBe(status === 'published');
  },
);

const NOW = '2026-11-21T10:00:00Z';
const PAST = '2026-11-20T09:00:00Z';
const FUTURE = '2026-11-21T11:07:00Z';
const TICK = '2026-11-21T11:10:00Z';

const draft = blankState;
const datedDraft: PostState = { ...draft, publishAt: PAST };
const plannedDraft: PostState = { ...draft, publishAt: FUTURE };
const reserved: PostState = { status: 'reserved', publishAt: FUTURE, effectiveAt: TICK };
const published: PostState = { status: 'published', publishAt: PAST, effectiveAt: PAST };
const unpublished: PostState = { status: 'unpublished', publishAt: PAST, effectiveAt: null };
const publishedNow: PostState = { status: 'published', publishAt: NOW, effectiveAt: NOW };
const LATER = '2026-12-01T00:00:00Z';
const reservedLater: PostState = { status: 'reserved', publishAt: LATER, effectiveAt: LATER };
const publishedThen: PostState = { status: 'published', publishAt: PAST, effectiveAt: PAST };

test.for<[name: string, from: PostState, requested: RequestedState, to: PostState]>([
  ['a draft that is published is live now', draft, { status: 'publish' }, publishedNow],
  ['a draft with an old date keeps it', datedDraft, { status: 'publish' }, publishedThen],
  ['a draft with a date to come is reserved', plannedDraft, { status: 'publish' }, reserved],
  ['a draft may be reserved by that word', draft, { status: 'reserve', publishAt: FUTURE }, reserved],
  ['a draft that is unpublished stays a draft', draft, { status: 'unpublish' }, draft],
  ['a draft stays one', draft, { status: 'draft', publishAt: FUTURE }, plannedDraft],
  ['a draft loses its date', datedDraft, { publishAt: null }, draft],
  ['a date alone publishes no draft', draft, { publishAt: PAST }, datedDraft],
  ['a reserved post is published now without its date', reserved, { status: 'publish', publishAt: null }, publishedNow],
  ['publishing a reserved post again changes nothing', reserved, { status: 'publish' }, reserved],
  ['a reserved post gets another time', reserved, { publishAt: LATER }, reservedLater],
  ['a reserved post that gets a past time is live', reserved, { publishAt: PAST }, publishedThen],
  [
    'a reserved post is taken back with its date',
    reserved,
    { status: 'unpublish' },
    { ...reserved, status: 'unpublished', effectiveAt: null },
  ],
  ['a published post is taken back with its date', published, { status: 'unpublish' }, unpublished],
  ['a published post is planned again', published, { publishAt: FUTURE }, reserved],
  ['a published post is planned again by its word', published, { status: 'reserve', publishAt: FUTURE }, reserved],
  ['a published post is published now', published, { status: 'publish', publishAt: null }, publishedNow],
  [
    'a published post moves in lists',
    published,
    { publishAt: '2026-01-01T00:00:00Z' },
    { status: 'published', publishAt: '2026-01-01T00:00:00Z', effectiveAt: '2026-01-01T00:00:00Z' },
  ],
  ['publishing again keeps the old date', unpublished, { status: 'publish' }, publishedThen],
  ['publishing again with a date to come reserves', unpublished, { status: 'publish', publishAt: FUTURE }, reserved],
  ['an unpublished post loses its date', unpublished, { publishAt: null }, { ...unpublished, publishAt: null }],
])('state change: %s', ([, from, requested, to]) => {
  expect(changeState(from, requested, NOW)).toEqual(to);
});

test.for<[name: string, from: PostState, requested: RequestedState]>([
  ['a published post becomes no draft', published, { status: 'draft' }],
  ['a reserved post becomes no draft', reserved, { status: 'draft' }],
  ['an unpublished post becomes no draft', unpublished, { status: 'draft' }],
  ['nothing is reserved for the past', draft, { status: 'reserve', publishAt: PAST }],
  ['nothing is reserved without a time', draft, { status: 'reserve' }],
  ['a published post has a time', published, { publishAt: null }],
  ['a reserved post has a time', reserved, { publishAt: null }],
  ['no tick comes after the year 9999', draft, { status: 'publish', publishAt: '9999-12-31T23:55:00Z' }],
])('rejected state change: %s', ([, from, requested]) => {
  expect(() => changeState(from, requested, NOW)).toThrow(expect.objectContaining({ status: 400 }));
});

test('post due at 10:07 goes live at 10:10 despite edits', () => {
  const due: PostState = {
    status: 'reserved',
    publishAt: '2026-11-21T10:07:00Z',
    effectiveAt: '2026-11-21T10:10:00Z',
  };
  for (const requested of [
    {},
    { status: 'publish' },
    { status: 'reserve' },
    { publishAt: due.publishAt },
  ] as RequestedState[]) {
    expect(changeState(due, requested, '2026-11-21T10:08:00Z')).toEqual(due);
  }
  for (const requested of [{}, { status: 'publish' }, { publishAt: due.publishAt }] as RequestedState[]) {
    expect(changeState(due, requested, '2026-11-21T10:20:00Z')).toEqual({ ...due, status: 'published' });
  }
});

test.for<[PostState, StatusWord]>([
  [draft, 'unpublish'],
  [draft, 'draft'],
  [reserved, 'publish'],
  [reserved, 'reserve'],
  [published, 'publish'],
  [unpublished, 'unpublish'],
])('status change to the current status is rejected: %j, %s', ([from, status]) => {
  expect(() => changeStatus(from, status, NOW)).toThrow('Status is same value');
});

test('status words are recognized by their beginning', () => {
  expect(['published', 'unpublished', 'reserved', 'draft', 'publish'].map(readStatusWord)).toEqual([
    'publish',
    'unpublish',
    'reserve',
    'draft',
    'publish',
  ]);
  for (const word of ['', 'live', 'Publish', ' publish', 'pub']) {
    expect(() => readStatusWord(word)).toThrow('status is invalid');
  }
});

const steps: Record<string, readonly string[]> = {
  draft: ['draft', 'published', 'reserved'],
  reserved: ['reserved', 'published', 'unpublished'],
  published: ['published', 'unpublished', 'reserved'],
  unpublished: ['unpublished', 'published', 'reserved'],
};

const nearby = fc
  .integer({ min: 0, max: 3600 })
  .map((seconds) => toInstant(new Date(1_800_000_000_000 + seconds * 1000)));
const requests: fc.Arbitrary<RequestedState> = fc.record(
  {
    status: fc.constantFrom('publish', 'unpublish', 'reserve', 'draft'),
    publishAt: fc.oneof(nearby, fc.constant(null)),
  },
  { requiredKeys: [] },
);

test('state transitions are valid and times consistent', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(nearby, requests), { maxLength: 12 }), (life) => {
      let state = blankState;
      for (const [now, requested] of life.toSorted(([one], [other]) => one.localeCompare(other))) {
        const before = currentState(state, now);
        const next = unlessRejected(() => changeState(state, requested, now)) ?? before;
        expect(steps[before.status]).toContain(next.status);
        expectConsistent(next, now);
        state = next;
      }
    }),
    { numRuns: 2000 },
  );
});

test('repeating the current state changes nothing', () => {
  fc.assert(
    fc.property(nearby, requests, nearby, (savedAt, requested, later) => {
      const now = later > savedAt ? later : savedAt;
      const state = unlessRejected(() => changeState(blankState, requested, savedAt)) ?? blankState;
      const current = currentState(state, now);
      expect(changeState(state, {}, now)).toEqual(current);
      expect(changeState(state, { publishAt: current.publishAt }, now)).toEqual(current);
      expect(changeState(state, { status: readStatusWord(current.status) }, now)).toEqual(current);
    }),
  );
});

function unlessRejected<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    expect(error).toMatchObject({ status: 400 });
    return undefined;
  }
}

function expectConsistent({ status, publishAt, effectiveAt }: PostState, now: string): void {
  if (status === 'draft' || status === 'unpublished') {
    expect(effectiveAt).toBeNull();
    return;
  }
  expect((effectiveAt ?? '') <= now).toBe(status === 'published');
  const wait = Date.parse(effectiveAt ?? '') - Date.parse(publishAt ?? '');
  expect(wait).toBeGreaterThanOrEqual(0);
  expect(wait).toBeLessThan(TEN_MINUTES);
}
