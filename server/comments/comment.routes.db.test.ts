import { expect, test } from 'vitest';
import { serviceContentApi } from '#contract/service-contents.ts';
import { findCommentTotals } from '#server/comments/thread.repository.ts';
import { loadConfig } from '#server/config.ts';
import { createVault } from '#server/platform/vault.ts';
import { TEST_SECRET } from '#testing/app.ts';
import { givenComment } from '#testing/given-comment.ts';
import { givenUser } from '#testing/given-user.ts';
import { bodiesOf, commentApp, countsOf, guestOf, post, url } from './comment.fixtures.ts';
import { openOrigin } from './comment.presenter.ts';
import { toDerivedText } from './comment.repository.ts';

const nobody = '00000000000000000000000000';

test('new comment is publicly visible with its public fields only', async () => {
  const app = await commentApp();
  const profiles = { nickname: ' Hanako  Y. ', age: '30s', area: '東京' };
  const answer = await post(app, { body: ' One\r\ntwo https://example.com/?a=1&b=2 ', profiles });
  const comment = {
    commentId: expect.stringMatching(/^[0-9a-z]{26}$/),
    serviceId: 'news',
    contentId: 'a-content',
    body: 'One\ntwo https://example.com/?a=1&b=2',
    bodyHtml:
      'One<br>two <a href="https://example.com/?a=1&amp;b=2" rel="nofollow ugc noopener" target="_blank">https://example.com/?a=1&amp;b=2</a>',
    profiles: { nickname: 'Hanako Y.', age: '30s', area: '東京' },
    publishStatus: 'publish',
    createdAt: '2026-11-21T04:43:00Z',
    statusCreatedAt: 'publish#2026-11-21T04:43:00Z',
    serviceIdContentId: 'news#a-content',
  };
  expect(answer).toMatchObject({ status: 200 });
  expect(answer.json).toEqual(comment);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect((await app.get(url)).json).toEqual({
    items: [answer.json],
    pagerKey: null,
    pageToken: null,
    meta: { count: 1, isOpen: true, startsAs: 'publish', needsProof: false },
  });
});

test('comment without profile fields has no profiles', async () => {
  const app = await commentApp();
  for (const profiles of [undefined, null, {}, { nickname: ' ', age: '' }]) {
    const { json } = await post(app, { body: `Hello ${JSON.stringify(profiles)}`, profiles });
    expect(json).not.toHaveProperty('profiles');
  }
});

test('invalid comment fields return 400 with the field', async () => {
  const app = await commentApp();
  const errorsOf = async (body: unknown) => {
    const { status, json } = await post(app, body);
    expect(status).toBe(400);
    return json.errors;
  };
  for (const body of ['', ' \r\n ', '\u200b\u3164']) {
    expect(await errorsOf({ body })).toEqual([{ field: 'body', message: 'empty values not allowed' }]);
  }
  const invalid = [{ field: 'body', message: 'InvalidInput' }];
  for (const body of ['a'.repeat(1001), 'a\u0000b', 'a\ud800', 1, null, ['a'], { a: 1 }, '𠮷'.repeat(1001)]) {
    expect(await errorsOf({ body })).toMatchObject(body === null ? [expect.anything()] : invalid);
  }
  const profiles = { nickname: 'n'.repeat(51), age: 'a'.repeat(21), area: '\u0000' };
  expect((await errorsOf({ body: 'a', profiles })).map(({ field }: { field: string }) => field)).toEqual([
    ...['nickname', 'age', 'area'],
  ]);
  expect(await errorsOf({ body: 'a', profiles: 'Hanako' })).toEqual([{ field: 'profiles', message: 'InvalidInput' }]);
  expect(await countsOf(app)).toEqual({ publish: 0, unpublish: 0, unconfirm: 0 });
});

test('line breaks are normalized and astral characters kept', async () => {
  const app = await commentApp();
  const lines = `a${'\r\n'.repeat(998)}b`;
  expect(await post(app, { body: lines })).toMatchObject({ status: 200, json: { body: `a${'\n'.repeat(998)}b` } });
  const longest = '𠮷'.repeat(1000);
  expect(await post(app, { body: longest })).toMatchObject({ status: 200, json: { body: longest } });
  const mirrored = 'abc \u202E\u2066 مرحبا \u{1F468}\u200D\u{1F469}\u200D\u{1F467} e\u0301 \u0007';
  expect(await post(app, { body: mirrored })).toMatchObject({ status: 200, json: { body: mirrored } });
  expect(bodiesOf(await app.get(`${url}?order=desc`))[0]).toBe(mirrored);
});

test('markup is escaped', async () => {
  const app = await commentApp();
  const body = '<script>alert(1)</script><a href="https://a.example">b</a>';
  const { json } = await post(app, { body, profiles: { nickname: '<b>' } });
  expect(json).toMatchObject({ body, profiles: { nickname: '<b>' } });
  expect(json.bodyHtml).toMatch(/^&lt;script&gt;alert\(1\)&lt;\/script&gt;&lt;a href=&quot;/);
});

test('new comment gets the current default status', async () => {
  const app = await commentApp({ startsAs: 'unconfirm' });
  expect((await post(app, { body: 'First' })).json).toMatchObject({ publishStatus: 'unconfirm' });
  await app.database.writer.deleteFrom('serviceConfigs').execute();
  expect((await post(app, { body: 'Second' })).json).toMatchObject({ publishStatus: 'unpublish' });
  expect((await app.get(url)).json).toMatchObject({
    items: [],
    meta: { count: 0, isOpen: true, startsAs: 'unpublish' },
  });
  expect(await countsOf(app)).toEqual({ publish: 0, unpublish: 1, unconfirm: 1 });
  expect(await findCommentTotals(app.database.writer, 'news')).toEqual({ publish: 0, unpublish: 1, unconfirm: 1 });
});

test('registered content ids are the only ones accepting comments', async () => {
  const app = await commentApp();
  await post(app, { body: 'Before' });
  const editor = await givenUser(app);
  const params = { serviceId: 'news', contentId: 'registered' };
  await editor.call(serviceContentApi.save, { params, body: { commentDefaultPublishStatus: 'unconfirm' } });
  const rejected = await post(app, { body: 'After' });
  expect(rejected).toMatchObject({ status: 400, json: { message: 'ContentId does not accepted' } });
  const taken = await post(app, { body: 'After' }, {}, '/api/comments/news/registered');
  expect(taken).toMatchObject({ status: 200, json: { publishStatus: 'unconfirm' } });
  expect((await app.get('/api/comments/news/registered')).json.meta).toEqual({
    ...{ count: 0, isOpen: true, startsAs: 'unconfirm', needsProof: false },
  });
  expect((await app.get(url)).json).toMatchObject({ items: [{ body: 'Before' }], meta: { count: 1, isOpen: false } });
  await editor.call(serviceContentApi.delete, { params });
  expect(await post(app, { body: 'After' })).toMatchObject({ status: 200 });
});

test('service without comment function shows and accepts none', async () => {
  const app = await commentApp();
  await givenComment(app, { contentId: 'a-content' });
  await app.database.writer.updateTable('services').set({ functions: '["post"]' }).execute();
  expect(await post(app, { body: 'Hello' })).toMatchObject({
    ...{ status: 400, json: { message: 'Service is unavailable' } },
  });
  expect((await app.get(url)).json).toMatchObject({ items: [], meta: { count: 0, isOpen: false } });
  expect((await app.get('/api/comments/news/counts')).json).toEqual({
    ...{ items: [], pagerKey: null, pageToken: null, totalCount: 0 },
  });
  expect((await app.get(`${url}/own`)).json).toEqual([]);
});

test('installation with disabled comments accepts none', async () => {
  const config = await loadConfig({}, '/nonexistent');
  const app = await commentApp({ config: { ...config, site: { ...config.site, isEnabledComment: false } } });
  await givenComment(app, { contentId: 'a-content' });
  expect(await post(app, { body: 'Hello' })).toMatchObject({
    status: 400,
    json: { message: 'Service is unavailable' },
  });
  expect((await app.get(url)).json.meta.isOpen).toBe(false);
  expect((await app.get(url)).json.items).toEqual([]);
});

test('checks run in order: token, service, fields, comment', async () => {
  const app = await commentApp();
  const wrong = { authorization: 'Bearer nonsense' };
  expect((await post(app, {}, wrong, '/api/comments/none/a-content')).status).toBe(401);
  expect(await post(app, {}, {}, '/api/comments/none/a-content')).toMatchObject({
    ...{ status: 404, json: { message: 'ServiceId does not exist' } },
  });
  expect(await post(app, {}, {}, '/api/comments/news/counts')).toMatchObject({
    ...{ status: 400, json: { errors: [{ field: 'content_id' }] } },
  });
  const one = `${url}/${nobody}`;
  expect((await app.send('PUT', one, { body: { body: 'a' } })).status).toBe(404);
  expect((await app.send('DELETE', one)).status).toBe(404);
});

test('counts include published comments only', async () => {
  const app = await commentApp();
  for (const contentId of ['content-a', 'content-b', 'content-b', 'content-c']) await givenComment(app, { contentId });
  await givenComment(app, { contentId: 'content-d', publishStatus: 'unconfirm' });
  await givenComment(app, { serviceId: 'other', contentId: 'content-a' });
  const first = await app.get('/api/comments/news/counts?count=2');
  const row = { serviceId: 'news', publishStatus: 'publish', updatedAt: '2026-11-21T04:43:00Z' };
  expect(first.json).toMatchObject({
    items: [
      { ...row, contentId: 'content-a', commentCount: 1 },
      { ...row, contentId: 'content-b', commentCount: 2 },
    ],
    pagerKey: { contentId: 'content-b' },
    totalCount: 4,
  });
  const rest = await app.get(`/api/comments/news/counts?count=2&pageToken=${encodeURIComponent(first.json.pageToken)}`);
  expect(rest.json).toMatchObject({ items: [{ contentId: 'content-c' }], pagerKey: null, pageToken: null });
});

test('author sees own comments in every status, others do not', async () => {
  const app = await commentApp({ startsAs: 'unconfirm' });
  const headers = await guestOf(app);
  const mine = await post(app, { body: 'Mine' }, headers);
  expect(mine.json).toMatchObject({ publishStatus: 'unconfirm', editableUntil: '2026-11-21T04:53:00Z' });
  expect((await app.get(`${url}/own`, headers)).json).toEqual([mine.json]);
  expect((await app.get(`${url}/own`, await guestOf(app))).json).toEqual([]);
  expect((await app.get(`${url}/own`)).json).toEqual([]);
  expect((await app.get('/api/comments/news/other-content/own', headers)).json).toEqual([]);
  app.clock.moveTo('2026-11-21T04:53:00Z');
  expect((await app.get(`${url}/own`, headers)).json[0]).not.toHaveProperty('editableUntil');
  expect((await app.get(`${url}/own`, { ...headers, origin: 'https://evil.example' })).status).toBe(403);
});

test('signed-in user comments as themselves from any origin', async () => {
  const app = await commentApp({ startsAs: 'unconfirm' });
  const user = await givenUser(app, { role: 'normal', serviceIds: [] });
  const mine = await user.send('POST', url, { body: { body: 'Mine' }, headers: { origin: 'https://app.example' } });
  expect(mine).toMatchObject({ status: 200, json: { editableUntil: '2026-11-21T04:53:00Z' } });
  expect((await user.send('GET', `${url}/own`)).json).toEqual([mine.json]);
  const row = await app.database.writer.selectFrom('comments').selectAll().executeTakeFirstOrThrow();
  expect(row.authorId).toBe(`user:${user.username}`);
});

test('visitors with one address have separate comments', async () => {
  const app = await commentApp();
  const first = await post(app, { body: 'Thanks!', profiles: { nickname: 'Alice', area: 'Osaka' } });
  const second = await post(app, { body: 'Thanks!', profiles: { nickname: 'Bob' } });
  expect(second.json).toMatchObject({ body: 'Thanks!', profiles: { nickname: 'Bob' } });
  expect(second.json.commentId).not.toBe(first.json.commentId);
  expect((await app.get(url)).json.meta.count).toBe(2);
});

test('comments of one second keep their order', async () => {
  const app = await commentApp();
  const bodies = Array.from({ length: 8 }, (_, index) => `Number ${index}`);
  for (const body of bodies) await post(app, { body }, await guestOf(app));
  const { json } = await app.get(`${url}?count=50`);
  expect(json.items.map(({ body }: { body: string }) => body)).toEqual(bodies);
});

test('address and user agent are stored encrypted', async () => {
  const app = await commentApp();
  await app.app.inject({
    ...{ method: 'POST', url, payload: { body: 'Hello' }, remoteAddress: '203.0.113.7' },
    headers: { 'user-agent': 'Browser/1.0' },
  });
  const row = await app.database.writer.selectFrom('comments').selectAll().executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toMatch(/203\.0\.113\.7|Browser/);
  expect(row.addressHash).toMatch(/^[\w-]{22}$/);
  expect(openOrigin(createVault(TEST_SECRET), row)).toEqual({ address: '203.0.113.7', userAgent: 'Browser/1.0' });
  expect(openOrigin(createVault('another secret, which is long enough'), row)).toEqual({
    ...{ address: null, userAgent: null },
  });
  expect(toDerivedText({ body: 'Ｈello', nickname: 'A' })).toMatchObject({ searchText: 'hello\na' });
});
