import { expect, test } from 'vitest';
import { serviceContentApi } from '#contract/service-contents.ts';
import { loadConfig } from '#server/config.ts';
import { createVault } from '#server/platform/vault.ts';
import { findCommentTotals, findTalkCounts } from '#server/talks/index.ts';
import { type Answer, TEST_SECRET, type TestApp, testApp } from '#testing/app.ts';
import { givenService } from '#testing/given.ts';
import { givenComment } from '#testing/given-comment.ts';
import { givenUser } from '#testing/given-user.ts';
import { updateComments } from './comment.repository.ts';
import { openOrigin } from './comment-origin.ts';
import { toDerivedText } from './comment-text.ts';

const url = '/api/comments/news/a-content';
const nobody = '00000000000000000000000000';

/** A service that takes comments and shows them at once. */
async function commentApp({
  startsAs = 'publish',
  ...tools
}: Parameters<typeof testApp>[0] & { startsAs?: string } = {}) {
  const app = await testApp(tools);
  await givenService(app, { serviceId: 'news', functions: ['post', 'comment'] });
  await app.database.writer
    .insertInto('serviceConfigs')
    .values({
      serviceId: 'news',
      configName: 'commentDefaultPublishStatus',
      configVal: JSON.stringify(startsAs),
      updatedAt: '2026-11-21T04:43:00Z',
    })
    .execute();
  return app;
}

const post = (app: TestApp, body: unknown, headers: Record<string, string> = {}, at = url) =>
  app.send('POST', at, { body, headers });

async function guestOf(app: TestApp): Promise<{ cookie: string }> {
  const answer = await app.send('POST', '/api/guests');
  return { cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '' };
}

const countsOf = ({ database }: TestApp, contentId = 'a-content') => findTalkCounts(database.writer, 'news', contentId);

const bodiesOf = ({ json }: Answer): string[] => json.items.map(({ body }: { body: string }) => body);

test('a comment is there for everybody, with what was said and nothing else', async () => {
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

test('a comment without profiles has none, also where they are empty or null', async () => {
  const app = await commentApp();
  for (const profiles of [undefined, null, {}, { nickname: ' ', age: '' }]) {
    const { json } = await post(app, { body: `Hello ${JSON.stringify(profiles)}`, profiles });
    expect(json).not.toHaveProperty('profiles');
  }
});

test('what a comment may be is told by its fields', async () => {
  const app = await commentApp();
  const complaintsOf = async (body: unknown) => {
    const { status, json } = await post(app, body);
    expect(status).toBe(400);
    return json.errors;
  };
  expect(await complaintsOf({})).toEqual([{ field: 'body', message: 'Input required' }]);
  for (const body of ['', ' \r\n ', '\u200b\u3164']) {
    expect(await complaintsOf({ body })).toEqual([{ field: 'body', message: 'empty values not allowed' }]);
  }
  const invalid = [{ field: 'body', message: 'InvalidInput' }];
  for (const body of ['a'.repeat(1001), 'a\u0000b', 'a\ud800', 1, null, ['a'], { a: 1 }, '𠮷'.repeat(1001)]) {
    expect(await complaintsOf({ body })).toEqual(body === null ? [expect.anything()] : invalid);
  }
  const profiles = { nickname: 'n'.repeat(51), age: 'a'.repeat(21), area: '\u0000' };
  expect((await complaintsOf({ body: 'a', profiles })).map(({ field }: { field: string }) => field)).toEqual([
    ...['nickname', 'age', 'area'],
  ]);
  expect(await complaintsOf({ body: 'a', profiles: 'Hanako' })).toEqual([
    { field: 'profiles', message: 'InvalidInput' },
  ]);
  expect(await countsOf(app)).toEqual({ publish: 0, unpublish: 0, unconfirm: 0 });
});

test('a line break counts once, however it is sent, and letters of four bytes are kept', async () => {
  const app = await commentApp();
  const lines = `a${'\r\n'.repeat(998)}b`;
  expect(await post(app, { body: lines })).toMatchObject({ status: 200, json: { body: `a${'\n'.repeat(998)}b` } });
  const longest = '𠮷'.repeat(1000);
  expect(await post(app, { body: longest })).toMatchObject({ status: 200, json: { body: longest } });
  const mirrored = 'abc \u202E\u2066 مرحبا \u{1F468}\u200D\u{1F469}\u200D\u{1F467} e\u0301 \u0007';
  expect(await post(app, { body: mirrored })).toMatchObject({ status: 200, json: { body: mirrored } });
  expect(bodiesOf(await app.get(`${url}?order=desc`))[0]).toBe(mirrored);
});

test('markup is letters', async () => {
  const app = await commentApp();
  const body = '<script>alert(1)</script><a href="https://a.example">b</a>';
  const { json } = await post(app, { body, profiles: { nickname: '<b>' } });
  expect(json).toMatchObject({ body, profiles: { nickname: '<b>' } });
  expect(json.bodyHtml).toMatch(/^&lt;script&gt;alert\(1\)&lt;\/script&gt;&lt;a href=&quot;/);
});

test('a comment begins in the state that the service has set, from then on', async () => {
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

test('once content ids are registered only they take comments, each with its own state', async () => {
  const app = await commentApp();
  await post(app, { body: 'Before' });
  const editor = await givenUser(app);
  const params = { serviceId: 'news', contentId: 'registered' };
  await editor.call(serviceContentApi.save, { params, body: { commentDefaultPublishStatus: 'unconfirm' } });
  const refused = await post(app, { body: 'After' });
  expect(refused).toMatchObject({ status: 400, json: { message: 'ContentId does not accepted' } });
  const taken = await post(app, { body: 'After' }, {}, '/api/comments/news/registered');
  expect(taken).toMatchObject({ status: 200, json: { publishStatus: 'unconfirm' } });
  expect((await app.get('/api/comments/news/registered')).json.meta).toEqual({
    ...{ count: 0, isOpen: true, startsAs: 'unconfirm', needsProof: false },
  });
  // What was said before is still there.
  expect((await app.get(url)).json).toMatchObject({ items: [{ body: 'Before' }], meta: { count: 1, isOpen: false } });
  await editor.call(serviceContentApi.delete, { params });
  expect(await post(app, { body: 'After' })).toMatchObject({ status: 200 });
});

test('a service without the function takes none and shows none', async () => {
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

test('an installation that shows no comments takes none', async () => {
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

test('the checks come in their order: token, service, fields, comment', async () => {
  const app = await commentApp();
  const wrong = { authorization: 'Bearer nonsense' };
  expect((await post(app, {}, wrong, '/api/comments/none/a-content')).status).toBe(401);
  expect(await post(app, {}, {}, '/api/comments/none/a-content')).toMatchObject({
    ...{ status: 404, json: { message: 'ServiceId does not exist' } },
  });
  for (const contentId of ['ABC', 'abc', 'a'.repeat(65), 'a.bcd', 'counts']) {
    const refused = await post(app, { body: 'Hello' }, {}, `/api/comments/news/${contentId}`);
    expect(refused).toMatchObject({
      status: 400,
      json: { errors: [{ field: 'content_id', message: 'InvalidInput' }] },
    });
  }
  const one = `${url}/${nobody}`;
  expect((await app.send('PUT', one, { body: {} })).status).toBe(400);
  expect((await app.send('PUT', one, { body: { body: 'a' } })).status).toBe(404);
  expect((await app.send('DELETE', one)).status).toBe(404);
  expect((await app.send('DELETE', `${url}/UPPER`)).status).toBe(400);
});

test('a list is paged in both orders, there and back', async () => {
  const app = await commentApp();
  for (let n = 1; n <= 7; n += 1) await givenComment(app, { contentId: 'a-content', body: String(n) });
  await givenComment(app, { contentId: 'a-content', body: 'hidden', publishStatus: 'unpublish' });
  await givenComment(app, { contentId: 'other-content', body: 'other' });
  for (const [order, back, all] of [
    ['asc', 'desc', ['1', '2', '3', '4', '5', '6', '7']],
    ['desc', 'asc', ['7', '6', '5', '4', '3', '2', '1']],
  ] as const) {
    const page = async (query: string) => app.get(`${url}?count=3&${query}`);
    const first = await page(`order=${order}&pageToken=&apiVer=2&pagerKey=&untilTime=&sinceTime=`);
    expect(bodiesOf(first)).toEqual(all.slice(0, 3));
    expect(first.json).not.toHaveProperty('startToken');
    expect(first.json.meta.count).toBe(7);
    const second = await page(`order=${order}&pageToken=${encodeURIComponent(first.json.pageToken)}`);
    expect(bodiesOf(second)).toEqual(all.slice(3, 6));
    const key = encodeURIComponent(JSON.stringify(second.json.pagerKey));
    const third = await page(`order=${order}&pagerKey=${key}`);
    expect(bodiesOf(third)).toEqual(all.slice(6));
    expect(third.json).toMatchObject({ pagerKey: null, pageToken: null });
    const returned = await page(`order=${back}&pageToken=${encodeURIComponent(third.json.startToken)}`);
    expect(bodiesOf(returned).toReversed()).toEqual(all.slice(3, 6));
  }
  expect((await app.get(`${url}?pageToken=nonsense`)).status).toBe(400);
  expect((await app.get(`${url}?count=51`)).status).toBe(400);
});

test('a list of a time holds what was said after the one instant and before the other', async () => {
  const app = await commentApp();
  for (const second of ['01', '02', '03', '04', '05']) {
    const createdAt = `2026-11-21T04:40:${second}Z`;
    await givenComment(app, { contentId: 'a-content', createdAt, body: second });
  }
  const listed = async (query: string) => bodiesOf(await app.get(`${url}?${query}`));
  expect(await listed('sinceTime=2026-11-21T04:40:02Z')).toEqual(['03', '04', '05']);
  expect(await listed('untilTime=2026-11-21T04:40:04Z&order=desc')).toEqual(['03', '02', '01']);
  expect(await listed('untilTime=2026-11-21T13:40:04%2B09:00&sinceTime=2026-11-21T04:40:01.9Z')).toEqual(['02', '03']);
  expect(await listed('untilTime=0001-01-01T00:00:00Z')).toEqual([]);
  expect(await listed('sinceTime=9999-12-31T23:59:59Z')).toEqual([]);
  expect(await listed('sinceTime=0001-01-01T00:00:00Z&untilTime=9999-12-31T23:59:59Z')).toHaveLength(5);
  const { json } = await app.get(`${url}?sinceTime=2026-11-21T04:40:01Z&count=2`);
  const token = encodeURIComponent(json.pageToken);
  expect(await listed(`sinceTime=2026-11-21T04:40:01Z&count=2&pageToken=${token}`)).toEqual(['04', '05']);
  // A token from before the time does not lead out of it.
  const early = encodeURIComponent((await app.get(`${url}?count=1`)).json.pageToken);
  expect(await listed(`sinceTime=2026-11-21T04:40:03Z&pageToken=${early}`)).toEqual(['04', '05']);
  expect(await listed(`untilTime=2026-11-21T04:40:03Z&pageToken=${early}`)).toEqual(['02']);
  expect((await app.get(`${url}?untilTime=yesterday`)).status).toBe(400);
});

test('the counts of a service are those of its published comments', async () => {
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

test('whoever has commented sees it whatever its state, and nobody else does', async () => {
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

test('a user comments as themselves wherever they sit, and by another site’s page, too', async () => {
  const app = await commentApp({ startsAs: 'unconfirm' });
  const user = await givenUser(app, { role: 'normal', serviceIds: [] });
  const mine = await user.send('POST', url, { body: { body: 'Mine' }, headers: { origin: 'https://app.example' } });
  expect(mine).toMatchObject({ status: 200, json: { editableUntil: '2026-11-21T04:53:00Z' } });
  expect((await user.send('GET', `${url}/own`)).json).toEqual([mine.json]);
  const row = await app.database.writer.selectFrom('comments').selectAll().executeTakeFirstOrThrow();
  expect(row.authorId).toBe(`user:${user.username}`);
});

test('whoever is known by their address alone may comment, and not edit', async () => {
  const app = await commentApp();
  const { json } = await post(app, { body: 'From here' });
  expect(json).not.toHaveProperty('editableUntil');
  const own = `${url}/${json.commentId}`;
  expect(await app.send('PUT', own, { body: { body: 'Changed' } })).toMatchObject({
    ...{ status: 403, json: { message: 'Forbidden' } },
  });
  expect((await app.send('DELETE', own)).status).toBe(403);
});

test('for ten minutes an author may change a comment', async () => {
  const app = await commentApp();
  const headers = await guestOf(app);
  const { json } = await post(app, { body: 'Tyop', profiles: { nickname: 'Hana' } }, headers);
  const own = `${url}/${json.commentId}`;
  const edit = (body: unknown, as: Record<string, string> = headers) => app.send('PUT', own, { body, headers: as });
  app.clock.moveTo('2026-11-21T04:52:59Z');
  expect((await edit({ body: 'Typo' }, await guestOf(app))).status).toBe(403);
  // What changes nothing is no change.
  expect((await edit({ body: 'Tyop' })).json).not.toHaveProperty('updatedAt');
  const edited = await edit({ body: 'Typo' });
  expect(edited).toMatchObject({
    status: 200,
    json: { body: 'Typo', profiles: { nickname: 'Hana' }, updatedAt: '2026-11-21T04:52:59Z', publishStatus: 'publish' },
  });
  const { editableUntil: _, ...seen } = edited.json;
  expect((await app.get(url)).json.items).toEqual([seen]);
  expect((await edit({ body: 'Typo', profiles: {} })).json).not.toHaveProperty('profiles');
  expect((await edit({ body: '' })).status).toBe(400);
  app.clock.moveTo('2026-11-21T04:53:00Z');
  expect((await edit({ body: 'Too late' })).status).toBe(403);
  expect(await countsOf(app)).toEqual({ publish: 1, unpublish: 0, unconfirm: 0 });
});

test('nobody edits without end', async () => {
  const app = await commentApp();
  const headers = await guestOf(app);
  const { json } = await post(app, { body: 'First' }, headers);
  const statuses: number[] = [];
  for (let n = 0; n < 21; n += 1) {
    const { status } = await app.send('PUT', `${url}/${json.commentId}`, { body: { body: `Text ${n}` }, headers });
    statuses.push(status);
  }
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
});

test('an edit is judged anew', async () => {
  const app = await commentApp();
  const headers = await guestOf(app);
  const { json } = await post(app, { body: 'Harmless' }, headers);
  const body = 'https://a.example https://b.example https://c.example';
  const edited = await app.send('PUT', `${url}/${json.commentId}`, { body: { body }, headers });
  expect(edited.json).toMatchObject({ body, publishStatus: 'unconfirm' });
  expect(await countsOf(app)).toEqual({ publish: 0, unpublish: 0, unconfirm: 1 });
  expect((await app.get(url)).json).toMatchObject({ items: [], meta: { count: 0 } });
});

test('what an editor has let through is looked at again when its author has changed it', async () => {
  const app = await commentApp({ startsAs: 'unconfirm' });
  const headers = await guestOf(app);
  const editor = await givenUser(app);
  const { commentId } = (await post(app, { body: 'Lovely', profiles: { nickname: 'Hana' } }, headers)).json;
  const publish = () =>
    editor.send('POST', `/api/admin/comments/news/${commentId}/status`, { body: { publishStatus: 'publish' } });
  const edit = async (body: unknown) => (await app.send('PUT', `${url}/${commentId}`, { body, headers })).json;
  for (const changed of [{ body: 'Buy this' }, { body: 'Buy this', profiles: { nickname: 'Shop' } }]) {
    expect((await publish()).status).toBe(200);
    expect(await edit(changed)).toMatchObject({ ...changed, publishStatus: 'unconfirm' });
    expect((await app.get(url)).json).toMatchObject({ items: [], meta: { count: 0 } });
  }
  expect((await publish()).status).toBe(200);
  // What changes nothing waits for nobody.
  expect(await edit({ body: 'Buy this' })).toMatchObject({ publishStatus: 'publish' });
  expect(await countsOf(app)).toEqual({ publish: 1, unpublish: 0, unconfirm: 0 });
});

test('what was held and then let through is looked at again after an edit, wherever comments begin', async () => {
  const app = await commentApp();
  const headers = await guestOf(app);
  const editor = await givenUser(app);
  const { commentId } = (await post(app, { body: 'https://a.example https://b.example https://c.example' }, headers))
    .json;
  const edit = async (body: string) => (await app.send('PUT', `${url}/${commentId}`, { body: { body }, headers })).json;
  expect(await edit('No more links')).toMatchObject({ publishStatus: 'unconfirm' });
  await editor.send('POST', `/api/admin/comments/news/${commentId}/status`, { body: { publishStatus: 'publish' } });
  expect(await edit('Something else')).toMatchObject({ publishStatus: 'unconfirm' });
  await editor.send('POST', `/api/admin/comments/news/${commentId}/status`, { body: { publishStatus: 'unpublish' } });
  expect(await edit('And yet another')).toMatchObject({ publishStatus: 'unpublish' });
});

test('an edit that repeats what was said elsewhere is held, and one’s own words are no repetition', async () => {
  const app = await commentApp();
  const headers = await guestOf(app);
  const long = 'The same sentence under every post that there is';
  await post(app, { body: long }, headers);
  const { commentId } = (await post(app, { body: 'Tiny' }, headers, '/api/comments/news/other-content')).json;
  const edit = async (body: string) =>
    (await app.send('PUT', `/api/comments/news/other-content/${commentId}`, { body: { body }, headers })).json;
  expect(await edit('Words of some length that are new')).toMatchObject({ publishStatus: 'publish' });
  expect(await edit('WORDS of some length that are new')).toMatchObject({ publishStatus: 'publish' });
  expect(await edit(long)).toMatchObject({ publishStatus: 'unconfirm' });
  const row = app.database.writer.selectFrom('comments').select('heldFor').where('commentId', '=', commentId);
  expect(await row.executeTakeFirst()).toEqual({ heldFor: 'duplicate' });
});

test('whoever tries to change the comments of others uses nothing up, and each edit is told from the one before', async () => {
  const app = await commentApp();
  const headers = await guestOf(app);
  const [mine, theirs] = [await post(app, { body: 'Mine' }, headers), await post(app, { body: 'Theirs' })];
  const edit = ({ json }: Answer, body: string) =>
    app.send('PUT', `${url}/${json.commentId}`, { body: { body }, headers });
  for (let n = 0; n < 25; n += 1) expect((await edit(theirs, `Text ${n}`)).status).toBe(403);
  expect((await edit(mine, 'One')).json.updatedAt).toBe('2026-11-21T04:43:00Z');
  expect((await edit(mine, 'Two')).json.updatedAt).toBe('2026-11-21T04:43:01Z');
});

test('however many guests somebody is, edits from one address have an end', async () => {
  const app = await commentApp();
  const statuses: number[] = [];
  for (let n = 0; n < 4; n += 1) {
    const headers = await guestOf(app);
    const { commentId } = (await post(app, { body: `First ${n}` }, headers)).json;
    for (let each = 0; each < 20; each += 1) {
      const { status } = await app.send('PUT', `${url}/${commentId}`, { body: { body: `Text ${each}` }, headers });
      statuses.push(status);
    }
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  expect(statuses.slice(60)).toEqual(Array.from({ length: 20 }, () => 429));
});

test('what is said about a comment while that is deleted keeps nobody waiting for each other', async () => {
  const config = await loadConfig({}, '/nonexistent');
  const many = { reader: 1000, address: 1000 };
  const limits = { ...config.site.comments.limits, heldAfter: many, refusedAfter: many };
  const site = { ...config.site, comments: { ...config.site.comments, limits } };
  const app = await commentApp({ config: { ...config, site } });
  const [headers, other] = [await guestOf(app), await guestOf(app)];
  for (let n = 0; n < 8; n += 1) {
    const { commentId } = (await post(app, { body: `Thanks ${n}` }, headers)).json;
    await app.send('POST', `/api/votes/news/${commentId}`, { body: {}, headers });
    const about = Array.from({ length: 4 }, (_, each) =>
      post(app, { body: `About ${n} ${each}` }, other, `/api/comments/news/${commentId}`),
    );
    const answers = await Promise.all([app.send('DELETE', `${url}/${commentId}`, { headers }), ...about]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  }
  expect(await findCommentTotals(app.database.writer, 'news')).toEqual({ publish: 32, unpublish: 0, unconfirm: 0 });
});

test('for ten minutes an author may delete a comment, with the votes on it', async () => {
  const app = await commentApp();
  const headers = await guestOf(app);
  const { json } = await post(app, { body: 'Never mind' }, headers);
  const own = `${url}/${json.commentId}`;
  expect((await app.send('POST', `/api/votes/news/${json.commentId}`, { body: {}, headers })).status).toBe(200);
  expect((await app.send('DELETE', own, { headers: await guestOf(app) })).status).toBe(403);
  expect((await app.send('DELETE', `/api/comments/news/other-content/${json.commentId}`, { headers })).status).toBe(
    404,
  );
  expect(await app.send('DELETE', own, { headers })).toMatchObject({ status: 200, text: 'null' });
  expect((await app.send('DELETE', own, { headers })).status).toBe(404);
  expect((await app.get(`/api/votes/news/${json.commentId}`)).json).toEqual([]);
  expect(await countsOf(app)).toEqual({ publish: 0, unpublish: 0, unconfirm: 0 });
  for (const table of ['comments', 'votes', 'voteCounts'] as const)
    expect(await app.database.writer.selectFrom(table).selectAll().execute()).toEqual([]);
});

test('what an editor has deleted is gone for its author, too', async () => {
  const app = await commentApp();
  const headers = await guestOf(app);
  const { json } = await post(app, { body: 'Rude' }, headers);
  await app.database.writer
    .transaction()
    .execute((trx) => updateComments(trx, [json.commentId], { isDeleted: true, deletedAt: '2026-11-21T04:43:00Z' }));
  expect((await app.get(`${url}/own`, headers)).json).toEqual([]);
  expect((await app.send('DELETE', `${url}/${json.commentId}`, { headers })).status).toBe(404);
  expect((await app.get(url)).json.items).toEqual([]);
});

test('a comment that is sent twice is stored once, also when both come at once', async () => {
  const app = await commentApp();
  const headers = await guestOf(app);
  const sent = Array.from({ length: 4 }, () => post(app, { body: 'Only once' }, headers));
  const answers = await Promise.all(sent);
  expect(new Set(answers.map(({ status, json }) => `${status} ${json.commentId}`)).size).toBe(1);
  app.clock.moveTo('2026-11-21T04:52:59Z');
  expect((await post(app, { body: 'Only once' }, headers)).json.commentId).toBe(answers[0]?.json.commentId);
  expect(await countsOf(app)).toEqual({ publish: 1, unpublish: 0, unconfirm: 0 });
  // Others, other words, another name, other places and later times are something else.
  await post(app, { body: 'Only once' }, await guestOf(app));
  await post(app, { body: 'only once' }, headers);
  await post(app, { body: 'Only once' }, headers, '/api/comments/news/other-content');
  app.clock.moveTo('2026-11-21T04:53:01Z');
  await post(app, { body: 'Only once' }, headers);
  await post(app, { body: 'Only once', profiles: { nickname: 'Hana' } }, headers);
  expect(await countsOf(app)).toEqual({ publish: 5, unpublish: 0, unconfirm: 0 });
});

test('of those behind one address each has their own comment, and nobody gets another’s name', async () => {
  const app = await commentApp();
  const first = await post(app, { body: 'Thanks!', profiles: { nickname: 'Alice', area: 'Osaka' } });
  const second = await post(app, { body: 'Thanks!', profiles: { nickname: 'Bob' } });
  expect(second.json).toMatchObject({ body: 'Thanks!', profiles: { nickname: 'Bob' } });
  expect(second.json.commentId).not.toBe(first.json.commentId);
  expect((await app.get(url)).json.meta.count).toBe(2);
});

test('comments of one instant are in the order in which they came', async () => {
  const app = await commentApp();
  const bodies = Array.from({ length: 8 }, (_, index) => `Number ${index}`);
  for (const body of bodies) await post(app, { body }, await guestOf(app));
  const { json } = await app.get(`${url}?count=50`);
  expect(json.items.map(({ body }: { body: string }) => body)).toEqual(bodies);
});

test('a comment of another service is nobody’s here', async () => {
  const app = await commentApp();
  const other = await givenComment(app, { serviceId: 'other', contentId: 'a-content', body: 'Elsewhere' });
  const own = `${url}/${other.commentId}`;
  expect((await app.send('PUT', own, { body: { body: 'a' } })).status).toBe(404);
  expect((await app.send('DELETE', own)).status).toBe(404);
  expect((await app.get(url)).json.items).toEqual([]);
});

test('address and browser of a comment are stored unreadable', async () => {
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
