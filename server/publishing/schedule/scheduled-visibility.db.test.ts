/** @module-tag extended */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { adminPostApi } from '#contract/admin-posts.ts';
import type { Call } from '#contract/api-client.ts';
import { createLog } from '#server/platform/log.ts';
import { ResponseCache } from '#server/response-cache/index.ts';
import { testApp } from '#testing/app.ts';
import { givenCategory, givenService } from '#testing/given.ts';
import { givenApiKey } from '#testing/given-api-key.ts';
import { givenUser } from '#testing/given-user.ts';
import { type ListeningApp, listeningApp } from '#testing/listening-app.ts';
import { tick } from './ticker.ts';

const START = Date.parse('2026-11-21T10:00:00Z');
const TICK_MS = 10 * 60_000;
const PLACES = ['', 'harbour'] as const;
const LABELS = ['ink', 'paper'] as const;

interface Modelled {
  readonly slug: string;
  readonly category: string;
  readonly tags: readonly string[];
  readonly isHiddenInList: boolean;
  readonly liveAt: number;
}

const newPost = fc.record({
  /** Seconds from creation. */
  due: fc.oneof(fc.integer({ min: -3600, max: 3600 }), fc.constantFrom(-1, 0, 1, 599, 600, 601, 1200)),
  /** Time zone offset of the publish time, in quarters of an hour. */
  offset: fc.integer({ min: -48, max: 56 }),
  fraction: fc.constantFrom('', '.000', '.999'),
  category: fc.constantFrom(...PLACES),
  tags: fc.subarray([...LABELS]),
  isHiddenInList: fc.boolean(),
});
type NewPost = typeof newPost extends fc.Arbitrary<infer Value> ? Value : never;

const event = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 900 }) }),
  },
  // Waits until a tick, or one second before or after it.
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('until' as const), offBy: fc.constantFrom(-1, 0, 1) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('create' as const), post: newPost }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'tick' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'restart' as const }) },
);
const history = fc.array(event, { minLength: 4, maxLength: 16 });

test('posts are visible from their effective time regardless of ticks', async () => {
  const given = await givenReaders();
  let went = 0;
  await fc.assert(
    fc.asyncProperty(history, async (events) => {
      const { clock, call } = await given.startOver();
      const posts: Modelled[] = [];
      for (const happening of events) {
        switch (happening.kind) {
          case 'wait':
            clock.moveTo(iso(clock.now().getTime() + happening.seconds * 1000));
            break;
          case 'until':
            clock.moveTo(iso(nextTick(clock.now().getTime()) + happening.offBy * 1000));
            break;
          case 'create':
            posts.push(await create(call, happening.post, clock.now().getTime()));
            break;
          case 'tick':
            went += await given.tick();
            break;
          case 'restart':
            await given.restart();
        }
        await expectMatchesModel(given, posts, clock.now().getTime());
      }
      // A late tick changes nothing for readers.
      await given.tick();
      await expectMatchesModel(given, posts, clock.now().getTime());
    }),
    { numRuns: 25, endOnFailure: true },
  );
  expect(went).toBeGreaterThan(0);
});

async function create(call: Call, { due, offset, fraction, ...values }: NewPost, now: number): Promise<Modelled> {
  created += 1;
  const slug = `post-${created}`;
  const dueAt = now + due * 1000;
  await call(adminPostApi.create, {
    params: { serviceId: 'news' },
    body: {
      ...values,
      slug,
      title: slug,
      bodyFormat: 'markdown',
      status: 'publish',
      publishAt: inZone(dueAt, offset * 15, fraction),
      tags: values.tags.map((label) => ({ label })),
    },
  });
  return { ...values, slug, liveAt: dueAt > now ? Math.ceil(dueAt / TICK_MS) * TICK_MS : dueAt };
}

let created = 0;

function inZone(time: number, offsetMinutes: number, fraction: string): string {
  const shown = iso(time + offsetMinutes * 60_000).slice(0, 19);
  const [hours, minutes] = [Math.floor(Math.abs(offsetMinutes) / 60), Math.abs(offsetMinutes) % 60];
  const two = (number: number) => String(number).padStart(2, '0');
  return `${shown}${fraction}${offsetMinutes < 0 ? '-' : '+'}${two(hours)}:${two(minutes)}`;
}

const iso = (time: number) => new Date(time).toISOString();
const nextTick = (time: number) => Math.floor(time / TICK_MS + 1) * TICK_MS;

interface Readers {
  ask(path: string): Promise<{ status: number; body: string }>;
}

async function givenReaders() {
  const app = await listeningApp();
  await givenService(app, { serviceId: 'news' });
  await givenCategory(app, { serviceId: 'news', slug: 'harbour' });
  // Does not expire within the simulated time, unlike a session.
  const key = await givenApiKey(app, { may: 'write' });
  let current: Readers = app;
  return {
    ask: (path: string) => current.ask(path),
    startOver: async () => {
      app.clock.moveTo(iso(START));
      await app.database.writer.deleteFrom('posts').execute();
      await app.database.writer
        .updateTable('services')
        .set((eb) => ({ revision: eb('revision', '+', 1) }))
        .execute();
      current = app;
      return { clock: app.clock, call: key.call };
    },
    tick: () => tick({ database: app.database, clock: app.clock, log: createLog('silent') }),
    restart: async () => {
      current = await nextProcess(app);
    },
  };
}

async function nextProcess({ database, clock, userPool }: ListeningApp): Promise<Readers> {
  const log = createLog('silent');
  const responseCache = new ResponseCache({ database, clock, log, publicUrl: undefined, trustProxy: false });
  const { app } = await testApp({ database, clock, userPool, log, responseCache });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    ask: async (path) => {
      const answer = await fetch(`${address}${path}`);
      return { status: answer.status, body: await answer.text() };
    },
  };
}

async function expectMatchesModel({ ask }: Readers, posts: readonly Modelled[], now: number): Promise<void> {
  const live = posts.filter(({ liveAt }) => liveAt <= now);
  const slugsAt = async (query: string) => {
    const { items } = JSON.parse((await ask(`/api/posts/news?count=50${query}`)).body);
    return items.map(({ slug }: { slug: string }) => slug).toSorted();
  };
  const listed = live.filter(({ isHiddenInList }) => !isHiddenInList);
  const slugsOf = (some: readonly Modelled[]) => some.map(({ slug }) => slug).toSorted();
  const at = `at ${iso(now)}`;
  expect(await slugsAt(''), at).toEqual(slugsOf(listed));
  expect(await slugsAt('&category=harbour'), at).toEqual(slugsOf(listed.filter(({ category }) => category !== '')));
  for (const label of LABELS) {
    // Tags exist only after a post has used them.
    if (!posts.some(({ tags }) => tags.includes(label))) continue;
    expect(await slugsAt(`&tag=${label}`), at).toEqual(slugsOf(listed.filter(({ tags }) => tags.includes(label))));
  }
  const times = JSON.parse((await ask('/api/posts/news?count=50')).body).items.map(
    (item: { slug: string }) => posts.find(({ slug }) => slug === item.slug)?.liveAt,
  );
  expect(times, at).toEqual(times.toSorted((one: number, other: number) => other - one));
  for (const { slug, liveAt } of posts) {
    expect((await ask(`/api/posts/news/${slug}`)).status, `${slug} ${at}`).toBe(liveAt <= now ? 200 : 404);
  }
}

test('cached responses change when a post goes live', async () => {
  const app = await listeningApp();
  const { call } = await givenUser(app);
  const create = (slug: string, isHiddenInList: boolean, publishAt: string) =>
    call(adminPostApi.create, {
      params: { serviceId: 'news' },
      body: { slug, title: slug, bodyFormat: 'markdown', status: 'publish', isHiddenInList, publishAt },
    });
  await create('shown', false, '2026-11-21T04:47:00Z');
  await create('hidden', true, '2026-11-21T04:51:00Z');
  const seen = async (instant: string) => {
    app.clock.moveTo(instant);
    const answers = [];
    // Requests twice, so that the second response comes from the cache.
    for (const path of ['/shown', '/hidden', ''].flatMap((end) => [end, end])) {
      const { status, body } = await app.ask(`/api/posts/news${path}`);
      answers.push(path === '' ? JSON.parse(body).items.length : status);
    }
    return answers;
  };
  expect(await seen('2026-11-21T04:49:59Z')).toEqual([404, 404, 404, 404, 0, 0]);
  expect(await seen('2026-11-21T04:50:00Z')).toEqual([200, 200, 404, 404, 1, 1]);
  expect(await seen('2026-11-21T04:59:59Z')).toEqual([200, 200, 404, 404, 1, 1]);
  expect(await seen('2026-11-21T05:00:00Z')).toEqual([200, 200, 200, 200, 1, 1]);
  const before = await app.ask('/api/posts/news/hidden');
  expect(await tick({ ...app, log: app.app.log })).toBe(2);
  expect(await app.ask('/api/posts/news/hidden')).toMatchObject({ status: 200, body: before.body });
});
