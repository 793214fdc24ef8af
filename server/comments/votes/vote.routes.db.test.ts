import { expect, test } from 'vitest';
import { voteApi } from '#contract/votes.ts';
import { loadConfig } from '#server/config.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { givenService } from '#testing/given.ts';
import { givenUser } from '#testing/given-user.ts';
import { anonymizeUser } from '../user-comments.repository.ts';
import { listVotesOfReader } from './vote.repository.ts';

const POST = '01kb0000000000000000000000';
const serviceId = 'news';
const at = (contentId = POST) => ({ params: { serviceId, contentId } });

async function appWithVotes(site: Partial<Awaited<ReturnType<typeof loadConfig>>['site']> = {}): Promise<TestApp> {
  const config = await loadConfig({}, '/nonexistent');
  const app = await testApp({ config: { ...config, site: { ...config.site, ...site } } });
  await givenService(app, { serviceId, functions: ['post', 'comment'] });
  return app;
}

async function guestOf(app: TestApp) {
  const { headers } = await app.send('POST', '/api/guests');
  const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
  return {
    cast: async (type: string, contentId = POST) =>
      app.send('POST', `/api/votes/${serviceId}/${contentId}`, { body: { type }, headers: { cookie } }),
    takeBack: async (type: string, contentId = POST) =>
      app.send('DELETE', `/api/votes/${serviceId}/${contentId}?type=${type}`, { headers: { cookie } }),
    own: async (...contentIds: string[]) =>
      (await app.get(`/api/votes/${serviceId}/own?contentIds=${contentIds.join()}`, { cookie })).json,
  };
}

const row = (voteType: 'like' | 'dislike', voteCount: number, contentId = POST) => ({
  ...{ serviceId, contentId, voteType, voteCount },
  updatedAt: '2026-11-21T04:43:00Z',
});

async function revisionOf({ database }: TestApp, contentId = POST): Promise<number> {
  const thread = database.reader.selectFrom('talks').select('revision').where('contentId', '=', contentId);
  return (await thread.executeTakeFirst())?.revision ?? 0;
}

test('vote counts once per visitor', async () => {
  const app = await appWithVotes();
  const { call } = await givenUser(app, { username: 'hanako', role: 'normal' });
  const [first, second] = [await guestOf(app), await guestOf(app)];
  expect((await first.cast('like')).json).toEqual([row('like', 1)]);
  expect((await first.cast('like')).json).toEqual([row('like', 1)]);
  await second.cast('like');
  const revision = await revisionOf(app);
  expect(await call(voteApi.cast, { ...at(), body: { type: 'like' } })).toEqual([row('like', 3)]);
  expect(await call(voteApi.cast, { ...at(), body: {} })).toEqual([row('like', 3)]);
  expect(await revisionOf(app)).toBe(revision + 1);
  expect(await app.call(voteApi.find, at())).toEqual([row('like', 3)]);
});

test('like and dislike exclude each other and can be removed', async () => {
  const app = await appWithVotes();
  const [first, second] = [await guestOf(app), await guestOf(app)];
  await first.cast('like');
  await second.cast('like');
  expect((await first.cast('dislike')).json).toEqual([row('dislike', 1), row('like', 1)]);
  expect((await first.takeBack('like')).json).toEqual([row('dislike', 1), row('like', 1)]);
  expect(await first.own(POST)).toEqual([{ contentId: POST, voteType: 'dislike' }]);
  expect((await first.takeBack('dislike')).json).toEqual([row('like', 1)]);
  expect(await first.own(POST)).toEqual([]);
  expect((await second.takeBack('like')).json).toEqual([]);
  expect((await second.takeBack('like')).status).toBe(200);
  expect(await app.call(voteApi.find, at())).toEqual([]);
});

test('visitor without cookie has one vote per address', async () => {
  const app = await appWithVotes();
  const url = `/api/votes/${serviceId}/${POST}`;
  await app.send('POST', url, { body: { type: ' like ', metaInfo: { any: 'thing' } } });
  expect((await app.send('POST', url)).json).toEqual([row('like', 1)]);
  expect(await app.call(voteApi.own, { params: { serviceId }, query: { contentIds: POST } })).toEqual([]);
  expect((await app.send('DELETE', url)).json).toEqual([]);
});

test('vote type disabled by the configuration is rejected', async () => {
  const app = await appWithVotes({ voteTypesDefault: ['like'] });
  const guest = await guestOf(app);
  expect(await guest.cast('dislike')).toMatchObject({ status: 400, json: { message: 'Type is invalid' } });
  expect((await guest.cast('like')).status).toBe(200);
});

test('votes require the comment function', async () => {
  const app = await appWithVotes();
  await givenService(app, { serviceId: 'plain' });
  const unavailable = { status: 400, json: { message: 'Service is unavailable' } };
  expect(await app.send('POST', `/api/votes/plain/${POST}`)).toMatchObject(unavailable);
  expect(await app.send('DELETE', `/api/votes/plain/${POST}`)).toMatchObject(unavailable);
  await (await guestOf(app)).cast('like');
  await app.database.writer.updateTable('services').set({ functions: '["post"]' }).execute();
  expect(await app.call(voteApi.find, at())).toEqual([]);
  expect((await app.get(`/api/votes/${serviceId}`)).json).toMatchObject({ items: [], totalCount: 0 });

  const off = await appWithVotes({ isEnabledComment: false });
  expect(await off.send('POST', `/api/votes/${serviceId}/${POST}`)).toMatchObject(unavailable);
  expect(await off.call(voteApi.find, at())).toEqual([]);
});

test('vote counts are paged or selected by id', async () => {
  const app = await appWithVotes();
  const [first, second] = [await guestOf(app), await guestOf(app)];
  for (const contentId of ['aaaa', 'bbbb', 'cccc']) await first.cast('like', contentId);
  await second.cast('dislike', 'bbbb');
  const params = { serviceId };
  const page = async (query: object) =>
    (await app.get(`/api/votes/${serviceId}?${new URLSearchParams({ ...query })}`)).json;
  const start = await page({ count: '2' });
  expect(start).toMatchObject({ items: [row('like', 1, 'aaaa'), row('dislike', 1, 'bbbb')], totalCount: 4 });
  expect(start.pagerKey).toEqual({ contentId: 'bbbb', voteType: 'dislike' });
  const rest = await page({ count: '2', pageToken: start.pageToken });
  expect(rest).toMatchObject({ items: [row('like', 1, 'bbbb'), row('like', 1, 'cccc')], pagerKey: null });
  expect(await page({ contentIds: 'cccc,aaaa,none' })).toEqual([row('like', 1, 'aaaa'), row('like', 1, 'cccc')]);
  expect(await page({ pagerKey: '{"contentId":1}' })).toMatchObject({ message: 'Validation Failed' });
  const many = Array.from({ length: 51 }, (_, index) => `content-${index}`);
  expect(await page({ contentIds: many.join() })).toMatchObject({ message: 'Validation Failed' });
  expect(await app.call(voteApi.list, { params, query: { contentIds: 'cccc' } })).toEqual([row('like', 1, 'cccc')]);
});

test('visitor can vote sixty times in ten minutes', async () => {
  const app = await appWithVotes();
  const [guest, other] = [await guestOf(app), await guestOf(app)];
  for (let each = 0; each < 60; each += 1) {
    expect((await (each % 2 ? guest.takeBack('like') : guest.cast('like'))).status).toBe(200);
  }
  const rejected = await guest.cast('like');
  expect(rejected).toMatchObject({ status: 429, json: { message: 'Too many requests' } });
  expect(rejected.headers['retry-after']).toBe('600');
  expect((await other.cast('like')).status).toBe(200);
  app.clock.moveTo('2026-11-21T04:53:00Z');
  expect((await guest.cast('like')).status).toBe(200);
});

test('new voters from one address are limited per content', async () => {
  const app = await appWithVotes();
  const older = [await guestOf(app), await guestOf(app)];
  app.clock.moveTo('2026-11-21T04:53:00Z');
  const first = await guestOf(app);
  expect((await first.cast('like')).status).toBe(200);
  for (let count = 2; count <= 20; count += 1) expect((await (await guestOf(app)).cast('like')).status).toBe(200);
  const late = await guestOf(app);
  const rejected = await late.cast('like');
  expect(rejected).toMatchObject({ status: 429, json: { message: 'Too many requests' } });
  expect(rejected.headers['retry-after']).toBe('600');
  expect((await app.send('POST', `/api/votes/${serviceId}/${POST}`)).status).toBe(429);

  expect((await first.takeBack('like')).status).toBe(200);
  expect((await first.cast('dislike')).status).toBe(200);
  expect((await late.cast('like', 'another')).status).toBe(200);
  for (const guest of older) expect((await guest.cast('like')).status).toBe(200);
  const { call } = await givenUser(app, { username: 'hanako', role: 'normal' });
  expect(await call(voteApi.cast, { ...at(), body: { type: 'like' } })).toHaveLength(2);
  app.clock.moveTo('2026-11-21T05:03:00Z');
  expect((await late.cast('like')).status).toBe(200);
});

test('new voter limit is configurable and quadruple per IPv6 network', async () => {
  const { site } = await loadConfig({}, '/nonexistent');
  const { limits } = site.comments;
  const votes = { ...limits.votes, newReaders: 1 };
  const app = await appWithVotes({ comments: { ...site.comments, limits: { ...limits, votes } } });
  const url = `/api/votes/${serviceId}/${POST}`;
  const from = async (line: number) =>
    (await app.app.inject({ method: 'POST', url, remoteAddress: `2001:db8:1:${line}::1` })).statusCode;
  for (const line of [1, 2, 3, 4, 1]) expect(await from(line)).toBe(200);
  expect(await from(5)).toBe(429);
  expect((await (await guestOf(app)).cast('like')).status).toBe(200);
  expect((await (await guestOf(app)).cast('like')).status).toBe(429);
});

test('invalid token is rejected, token of any service accepted', async () => {
  const app = await appWithVotes();
  await givenService(app, { serviceId: 'other' });
  const url = `/api/votes/${serviceId}/${POST}`;
  const bad = { authorization: 'Bearer nonsense' };
  expect((await app.send('POST', url, { headers: bad })).status).toBe(401);
  expect((await app.send('DELETE', url, { headers: bad })).status).toBe(401);
  expect((await app.get(`/api/votes/${serviceId}/own?contentIds=${POST}`, bad)).status).toBe(401);
  const { call } = await givenUser(app, { role: 'editor', serviceIds: ['other'] });
  expect(await call(voteApi.cast, { ...at(), body: { type: 'dislike' } })).toEqual([row('dislike', 1)]);
  expect((await app.send('POST', '/api/votes/nowhere/aaaa')).status).toBe(404);
});

test('cross-site request cannot vote with a guest cookie', async () => {
  const app = await appWithVotes();
  const { headers } = await app.send('POST', '/api/guests');
  const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
  const foreign = { cookie, origin: 'https://elsewhere.example' };
  const answer = await app.send('POST', `/api/votes/${serviceId}/${POST}`, { body: {}, headers: foreign });
  expect(answer).toMatchObject({ status: 403, json: { message: 'Not from this site' } });
});

test('votes of a deleted account still count anonymously', async () => {
  const app = await appWithVotes();
  const { call } = await givenUser(app, { username: 'hanako', role: 'normal' });
  for (const contentId of ['aaaa', 'bbbb']) await call(voteApi.cast, { ...at(contentId), body: { type: 'like' } });
  const { writer } = app.database;
  const vote = { serviceId, contentId: 'aaaa', voteType: 'like', createdAt: '2026-11-21T04:43:00Z' };
  expect(await listVotesOfReader(writer, 'user:hanako', { limit: 1 })).toEqual([vote]);
  expect(await listVotesOfReader(writer, 'user:hanako', { after: vote, limit: 5 })).toMatchObject([
    { contentId: 'bbbb' },
  ]);
  await writer.transaction().execute((trx) => anonymizeUser(trx, 'hanako'));
  expect(await listVotesOfReader(writer, 'user:hanako', { limit: 5 })).toEqual([]);
  expect(await app.call(voteApi.find, at('aaaa'))).toEqual([row('like', 1, 'aaaa')]);
  const addresses = await writer.selectFrom('votes').select('addressHash').execute();
  expect(addresses).toEqual([{ addressHash: null }, { addressHash: null }]);
});
