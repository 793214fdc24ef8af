import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toInstant } from '#server/platform/clock.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { testClock } from '#testing/clock.ts';
import { type GivenUser, givenUser } from '#testing/given-user.ts';
import { tick } from '../publishing/schedule/ticker.ts';

const START = Date.parse('2026-11-21T10:00:00Z');
const at = (minutes: number) => toInstant(new Date(START + minutes * 60_000));

interface Model {
  status: 'draft' | 'reserved' | 'published' | 'unpublished';
  publishAt: string | null;
  effectiveAt: string | null;
  isHidden: boolean;
}

type Step =
  | { readonly kind: 'wait'; readonly minutes: number }
  | { readonly kind: 'status'; readonly status: string }
  | {
      readonly kind: 'save';
      readonly status?: string;
      readonly minutes?: number | null;
      readonly isHiddenInList?: boolean;
    }
  | { readonly kind: 'retitle'; readonly title: string }
  /** Must not change what readers see. */
  | { readonly kind: 'tick' };
type SavingStep = Exclude<Step, { kind: 'wait' | 'tick' }>;

const words = fc.constantFrom('publish', 'unpublish', 'reserve', 'draft');
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 17 }) }),
  fc.record({ kind: fc.constant('status' as const), status: words }),
  fc.record(
    {
      kind: fc.constant('save' as const),
      status: words,
      minutes: fc.oneof({ weight: 6, arbitrary: fc.integer({ min: -20, max: 90 }) }, fc.constant(null)),
      isHiddenInList: fc.boolean(),
    },
    { requiredKeys: ['kind'] },
  ),
  fc.record({ kind: fc.constant('retitle' as const), title: fc.constantFrom('One', 'Two', 'Three') }),
  fc.constant({ kind: 'tick' as const }),
);

test('visibility follows the rules through random saves and ticks', { tags: ['extended'] }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 14 }), async (life) => {
      const app = await appOfOneService();
      created += 1;
      const slug = `post-${created}`;
      app.clock.moveTo(at(0));
      const model: Model = { status: 'draft', publishAt: null, effectiveAt: null, isHidden: false };
      const body = { slug, title: 'Post', bodyFormat: 'markdown', status: 'draft', tags: [{ label: 'tag' }] };
      await app.user.send('POST', '/api/admin/posts/news', { body });
      for (const [index, step] of life.entries()) {
        if (step.kind === 'wait') {
          // Stays within the lifetime of a session.
          const elapsed = Math.min((app.clock.now().getTime() - START) / 60_000 + step.minutes, 59);
          app.clock.moveTo(at(elapsed));
        } else if (step.kind === 'tick') {
          await tick({ database: app.database, clock: app.clock, log: app.app.log });
        } else {
          const { status, json } = await take(app, slug, step);
          const isAllowed = follow(model, step, toInstant(app.clock.now()));
          expect([status, index], JSON.stringify(json)).toEqual([isAllowed ? 200 : 400, index]);
        }
        await expectMatchesModel(app, slug, model);
      }
      await app.user.send('DELETE', `/api/admin/posts/news/${slug}`);
      expect((await app.get(`/api/posts/news/${slug}`)).status).toBe(404);
    }),
    { numRuns: 40, endOnFailure: true },
  );
});

let created = 0;
let shared: Promise<TestApp & { user: GivenUser }> | undefined;

function appOfOneService() {
  shared ??= (async () => {
    const app = await testApp({ clock: testClock(at(0)) });
    return { ...app, user: await givenUser(app) };
  })();
  return shared;
}

async function take({ user }: { user: GivenUser }, slug: string, step: SavingStep) {
  const url = `/api/admin/posts/news/${slug}`;
  if (step.kind === 'status') return user.send('POST', `${url}/status`, { body: { status: step.status } });
  if (step.kind === 'retitle') return user.send('POST', url, { body: { title: step.title } });
  const { status, minutes, isHiddenInList } = step;
  const publishAt = typeof minutes === 'number' ? at(minutes) : minutes;
  // Always sends a field, because an empty save is rejected.
  return user.send('POST', url, { body: { status, publishAt, isHiddenInList, slug } });
}

function follow(model: Model, step: SavingStep, now: string): boolean {
  if (model.status === 'reserved' && (model.effectiveAt ?? '') <= now) model.status = 'published';
  if (step.kind === 'retitle') return true;
  const next = outcome(model, step, now);
  if (!next || (step.kind === 'status' && next.status === model.status)) return false;
  Object.assign(model, next);
  if (step.kind === 'save' && step.isHiddenInList !== undefined) model.isHidden = step.isHiddenInList;
  return true;
}

type State = Omit<Model, 'isHidden'>;
type StateStep = Extract<Step, { kind: 'status' | 'save' }>;

function outcome({ status, publishAt, effectiveAt }: Model, step: StateStep, now: string): State | undefined {
  const time = timeIn(step, publishAt);
  const word = step.status ?? { draft: 'draft', unpublished: 'unpublish', reserved: 'live', published: 'live' }[status];
  if (word === 'draft') return status === 'draft' ? { status, publishAt: time, effectiveAt } : undefined;
  if (word === 'unpublish') {
    return { status: status === 'draft' ? 'draft' : 'unpublished', publishAt: time, effectiveAt: null };
  }
  const isKept = word === 'reserve' ? status === 'reserved' : effectiveAt !== null;
  if (isKept && time === publishAt) return { status, publishAt, effectiveAt };
  return published(time, word, now);
}

function timeIn(step: StateStep, publishAt: string | null): string | null {
  if (step.kind === 'status' || step.minutes === undefined) return publishAt;
  return step.minutes === null ? null : at(step.minutes);
}

function published(time: string | null, word: string, now: string): State | undefined {
  if (time !== null && time > now) return { status: 'reserved', publishAt: time, effectiveAt: nextTick(time) };
  if (word === 'reserve' || (word === 'live' && time === null)) return undefined;
  return { status: 'published', publishAt: time ?? now, effectiveAt: time ?? now };
}

function nextTick(instant: string): string {
  const date = new Date(instant);
  while (date.getUTCMinutes() % 10 !== 0 || date.getUTCSeconds() !== 0) date.setTime(date.getTime() + 1000);
  return toInstant(date);
}

async function expectMatchesModel(app: TestApp & { user: GivenUser }, slug: string, model: Model): Promise<void> {
  const now = toInstant(app.clock.now());
  const isPublic = model.status === 'published' || model.status === 'reserved';
  const isVisible = isPublic && model.effectiveAt !== null && model.effectiveAt <= now;
  const found = await app.get(`/api/posts/news/${slug}`);
  expect(found.status).toBe(isVisible ? 200 : 404);
  for (const path of ['/api/posts/news?count=50', '/api/posts/news?count=50&tag=tag']) {
    const { items } = (await app.get(path)).json as { items: { slug: string }[] };
    const isListed = items.some((item) => item.slug === slug);
    expect(isListed, path).toBe(isVisible && !model.isHidden);
  }
  const status = isVisible ? 'published' : model.status;
  const { json } = await app.user.send('GET', `/api/admin/posts/news/${slug}`);
  expect(json).toMatchObject({ status, publishAt: model.publishAt, effectiveAt: model.effectiveAt });
}
