import { expect, test } from 'vitest';
import { adminPostApi } from '#contract/admin-posts.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { type ScheduledPost, scheduleApi } from '#contract/schedule.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { testDatabase } from '#testing/database.ts';
import { givenPost, givenService } from '#testing/given.ts';
import { givenApiKey } from '#testing/given-api-key.ts';
import { givenReservedPosts } from '#testing/given-reserved-posts.ts';
import { givenUser } from '#testing/given-user.ts';
import { tick } from './schedule/ticker.ts';

type Answer = ResponseOf<typeof scheduleApi.list>;
const URL_OF_SCHEDULE = '/api/admin/schedule';

const tickOf = (app: TestApp) => tick({ ...app, log: app.app.log });

test('schedule returns 403 for foreign services, 400 for invalid times', async () => {
  const app = await testApp();
  const viewer = await givenUser(app, { role: 'viewer' });
  await givenService(app, { serviceId: 'other' });
  for (const service of ['other', 'none']) {
    expect((await viewer.send('GET', `${URL_OF_SCHEDULE}?service=${service}`)).status, service).toBe(403);
  }
  const pagerKey = encodeURIComponent('{"effectiveAt":"tomorrow","postId":"x"}');
  expect(await viewer.send('GET', `${URL_OF_SCHEDULE}?pagerKey=${pagerKey}`)).toMatchObject({
    status: 400,
    json: { errors: [{ field: 'pager_key' }] },
  });
});

test('lists scheduled posts, earliest first', async () => {
  const app = await testApp();
  const { call } = await givenUser(app, { role: 'viewer', serviceIds: ['news', 'other'] });
  const later = await givenPost(app, { title: 'Later', publishAt: new Date('2026-11-22T00:00:00Z') });
  const next = await givenPost(app, { serviceId: 'other', title: '次', publishAt: new Date('2026-11-21T04:47:00Z') });
  await givenPost(app, { title: 'Live' });
  await givenPost(app, { title: 'Draft', status: 'draft', publishAt: new Date('2026-11-22T00:00:00Z') });
  await givenPost(app, { serviceId: 'foreign', publishAt: new Date('2026-11-21T04:50:00Z') });
  const expected: ScheduledPost[] = [
    {
      serviceId: 'other',
      postId: next.postId,
      slug: next.slug,
      title: '次',
      publishAt: '2026-11-21T04:47:00Z',
      effectiveAt: '2026-11-21T04:50:00Z',
    },
    {
      serviceId: 'news',
      postId: later.postId,
      slug: later.slug,
      title: 'Later',
      publishAt: '2026-11-22T00:00:00Z',
      effectiveAt: '2026-11-22T00:00:00Z',
    },
  ];
  const clock = { lastTickAt: null, nextTickAt: '2026-11-21T04:50:00Z', isLate: false };
  expect(await call(scheduleApi.list, {})).toEqual({ items: expected, pagerKey: null, pageToken: null, clock });
  const one = await call(scheduleApi.list, { query: { service: 'news' } });
  expect(one.items).toEqual(expected.slice(1));
  expect((await call(scheduleApi.list, { query: { service: '' } })).items).toHaveLength(2);
  app.clock.moveTo('2026-11-21T04:50:00Z');
  expect((await call(scheduleApi.list, {})).items).toEqual(expected.slice(1));
});

test('unpublished post leaves the schedule, rescheduled post moves', async () => {
  const app = await testApp();
  const { call } = await givenUser(app);
  const params = { serviceId: 'news', idOrSlug: 'a' };
  const times = { a: '2026-11-21T06:01:00+01:00', b: '2026-11-21T14:11:00+09:00' };
  for (const [slug, publishAt] of Object.entries(times)) {
    const body = { slug, title: slug, bodyFormat: 'markdown' as const, status: 'publish', isHiddenInList: true };
    await call(adminPostApi.create, { params, body: { ...body, publishAt } });
  }
  const slugs = async () => (await call(scheduleApi.list, {})).items.map(({ slug }) => slug);
  expect(await slugs()).toEqual(['a', 'b']);
  await call(adminPostApi.update, { params, body: { publishAt: '2026-11-21T05:30:00Z' } });
  expect(await slugs()).toEqual(['b', 'a']);
  await call(adminPostApi.setStatus, { params, body: { status: 'unpublish' } });
  expect(await slugs()).toEqual(['b']);
});

test('schedule shows services of the API key or account only', async () => {
  const app = await testApp();
  await givenReservedPosts(app, { serviceId: 'news', effectiveAt: '2026-11-21T05:00:00Z', count: 2 });
  await givenReservedPosts(app, { serviceId: 'other', effectiveAt: '2026-11-21T05:00:00Z', count: 1 });
  const key = await givenApiKey(app, { may: 'read-drafts', serviceIds: ['other'] });
  expect((await key.call(scheduleApi.list, {})).items.map(({ serviceId }) => serviceId)).toEqual(['other']);
  const { call } = await givenUser(app, { serviceIds: [] });
  expect((await call(scheduleApi.list, {})).items).toEqual([]);
});

test('schedule pages have no gaps while posts go live', async () => {
  const app = await testApp();
  const services = Array.from({ length: 120 }, (_, index) => `s${index}`);
  const { call } = await givenUser(app, { serviceIds: services });
  const wanted: string[] = [];
  for (const [index, serviceId] of ['s0', 's50', 's119'].entries()) {
    for (const minute of ['00', '10', '20']) {
      const effectiveAt = `2026-11-21T05:${minute}:00Z`;
      const ids = await givenReservedPosts(app, { serviceId, effectiveAt, count: 3 + index });
      wanted.push(...ids.map((id) => `${effectiveAt} ${id}`));
    }
  }
  const seen: string[] = [];
  let pageToken: string | null = '';
  for (let page = 0; pageToken !== null && page < 30; page += 1) {
    const answer: Answer = await call(scheduleApi.list, { query: { count: 7, pageToken } });
    seen.push(...answer.items.map(({ effectiveAt, postId }) => `${effectiveAt} ${postId}`));
    const again = await call(scheduleApi.list, { query: { count: 7, pageToken } });
    expect(again.items).toEqual(answer.items);
    ({ pageToken } = answer);
  }
  expect(seen).toEqual(wanted.toSorted());
  app.clock.moveTo('2026-11-21T05:10:00Z');
  const past = JSON.stringify({ effectiveAt: '2026-11-21T05:00:00Z', postId: '0'.repeat(26) });
  const { items } = await call(scheduleApi.list, { query: { pagerKey: past, count: 50 } });
  expect(items.map(({ effectiveAt }) => effectiveAt)).toEqual(Array(12).fill('2026-11-21T05:20:00Z'));
});

test('clock is late two minutes after an unrecorded due post', async () => {
  const app = await testApp();
  const { call } = await givenUser(app);
  await givenPost(app, { publishAt: new Date('2026-11-21T04:50:00Z') });
  await tickOf(app);
  const clockAt = async (instant: string) => {
    app.clock.moveTo(instant);
    const { json, status } = await app.get('/readyz');
    expect(status).toBe(200);
    const { clock } = await call(scheduleApi.list, {});
    expect(json).toEqual({ status: 'ready', clock: clock.isLate ? 'late' : 'on time' });
    return clock;
  };
  const served = { lastTickAt: '2026-11-21T04:43:00Z', isLate: false };
  expect(await clockAt('2026-11-21T04:52:00Z')).toEqual({ ...served, nextTickAt: '2026-11-21T05:00:00Z' });
  expect(await clockAt('2026-11-21T04:52:01Z')).toEqual({
    lastTickAt: '2026-11-21T04:43:00Z',
    nextTickAt: '2026-11-21T05:00:00Z',
    isLate: true,
    lateSince: '2026-11-21T04:50:00Z',
  });
  await tickOf(app);
  expect(await clockAt('2026-11-21T04:52:01Z')).toMatchObject({ lastTickAt: '2026-11-21T04:52:01Z', isLate: false });
  expect(await clockAt('2026-11-21T05:02:00Z')).toMatchObject({ isLate: false });
});

test('clock is late two minutes after a missed tick', async () => {
  const app = await testApp();
  const { call } = await givenUser(app);
  const clock = async () => (await call(scheduleApi.list, {})).clock;
  app.clock.moveTo('2026-11-21T04:52:00Z');
  expect(await clock()).toMatchObject({ isLate: false, lastTickAt: null });
  app.clock.moveTo('2026-11-21T04:52:01Z');
  expect(await clock()).toMatchObject({ isLate: true, lateSince: '2026-11-21T04:50:00Z' });
  expect((await app.get('/readyz')).json).toEqual({ status: 'ready', clock: 'late' });
  await tickOf(app);
  expect((await app.get('/readyz')).json).toEqual({ status: 'ready', clock: 'on time' });
  expect(await clock()).toEqual({
    lastTickAt: '2026-11-21T04:52:01Z',
    nextTickAt: '2026-11-21T05:00:00Z',
    isLate: false,
  });
});

test('new process does not count ticks before its start', async () => {
  const first = await testApp();
  await tickOf(first);
  first.clock.moveTo('2026-11-21T09:00:00Z');
  const next = await testApp({ database: first.database, clock: first.clock, userPool: first.userPool });
  expect((await first.get('/readyz')).json).toEqual({ status: 'ready', clock: 'late' });
  expect((await next.get('/readyz')).json).toEqual({ status: 'ready', clock: 'on time' });
});

test('/readyz returns 503 when the clock query fails', async () => {
  const database = await testDatabase();
  const unsteady = database.reader.withPlugin({
    transformQuery: ({ node }) => {
      if (JSON.stringify(node).includes('clock_ticks')) throw new Error('away');
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const app = await testApp({ database: { ...database, reader: unsteady } });
  const { status, json } = await app.get('/readyz');
  expect([status, json]).toEqual([503, { status: 'not ready' }]);
});
