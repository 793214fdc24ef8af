import { expect, test } from 'vitest';
import { findCommentTotals } from '#server/comments/thread.repository.ts';
import { loadConfig } from '#server/config.ts';
import { givenComment } from '#testing/given-comment.ts';
import { bodiesOf, commentApp, countsOf, guestOf, post, url } from './comment.fixtures.ts';

test('comments are paged in both orders and back', async () => {
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

test('sinceTime and untilTime bound the list exclusively', async () => {
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
  // A page token outside of the bounds does not extend them.
  const early = encodeURIComponent((await app.get(`${url}?count=1`)).json.pageToken);
  expect(await listed(`sinceTime=2026-11-21T04:40:03Z&pageToken=${early}`)).toEqual(['04', '05']);
  expect(await listed(`untilTime=2026-11-21T04:40:03Z&pageToken=${early}`)).toEqual(['02']);
  expect((await app.get(`${url}?untilTime=yesterday`)).status).toBe(400);
});

test('comments about a comment do not deadlock with its deletion', async () => {
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

test('repeated submission is stored once, also concurrently', async () => {
  const app = await commentApp();
  const headers = await guestOf(app);
  const sent = Array.from({ length: 4 }, () => post(app, { body: 'Only once' }, headers));
  const answers = await Promise.all(sent);
  expect(new Set(answers.map(({ status, json }) => `${status} ${json.commentId}`)).size).toBe(1);
  app.clock.moveTo('2026-11-21T04:52:59Z');
  expect((await post(app, { body: 'Only once' }, headers)).json.commentId).toBe(answers[0]?.json.commentId);
  expect(await countsOf(app)).toEqual({ publish: 1, unpublish: 0, unconfirm: 0 });
  // Another visitor, text, name, content id or a later time makes another comment.
  await post(app, { body: 'Only once' }, await guestOf(app));
  await post(app, { body: 'only once' }, headers);
  await post(app, { body: 'Only once' }, headers, '/api/comments/news/other-content');
  app.clock.moveTo('2026-11-21T04:53:01Z');
  await post(app, { body: 'Only once' }, headers);
  await post(app, { body: 'Only once', profiles: { nickname: 'Hana' } }, headers);
  expect(await countsOf(app)).toEqual({ publish: 5, unpublish: 0, unconfirm: 0 });
});
