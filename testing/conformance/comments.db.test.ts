import { expect, test } from 'vitest';
import type { z } from 'zod';
import { givenService } from '#testing/given.ts';
import type { Client } from './client.ts';
import { expectFieldErrors, expectHttpError, expectShape } from './expectations.ts';
import { CommentCountsShape, CommentPageShape, CommentShape } from './shapes.ts';
import { openTestSite } from './test-site.ts';

const bodiesOf = ({ items }: z.output<typeof CommentPageShape>) => items.map(({ body }) => body);

async function openSiteWithComments({ status = 'publish' } = {}) {
  const { app, as, reader } = await openTestSite();
  await givenService(app, { serviceId: 'news', functions: ['post', 'comment'] });
  const editor = await as('editor');
  const admin = await as('admin');
  const setDefaultStatus = (configVal: string) =>
    admin.put('admin/services/news/configs/commentDefaultPublishStatus', { configVal });
  await setDefaultStatus(status);
  const comment = async (contentId: string, body: string, at?: string) => {
    if (at !== undefined) app.clock.moveTo(at);
    return expectShape(await reader.post(`comments/news/${contentId}`, { body }), CommentShape);
  };
  return { app, as, reader, editor, admin, setDefaultStatus, comment };
}

async function pageOf(client: Client, path: string, params: object = {}) {
  return expectShape(await client.get(path, params as Record<string, unknown>), CommentPageShape);
}

test('created comment is returned as readers see it, with profiles', async () => {
  const { reader } = await openSiteWithComments();
  const profiles = { nickname: 'Hana', age: '30s', area: '東京' };
  const input = { body: '  Good <b>news</b>!\r\nReally.  ', profiles };
  const comment = expectShape(await reader.post('comments/news/note-one', input), CommentShape);
  expect(comment).toMatchObject({
    serviceId: 'news',
    contentId: 'note-one',
    body: 'Good <b>news</b>!\nReally.',
    profiles,
    publishStatus: 'publish',
    createdAt: '2026-11-21T04:43:00Z',
    statusCreatedAt: 'publish#2026-11-21T04:43:00Z',
    serviceIdContentId: 'news#note-one',
  });
  const { items, meta } = await pageOf(reader, 'comments/news/note-one');
  expect(items.map(({ commentId }) => commentId)).toEqual([comment.commentId]);
  expect(meta).toMatchObject({ count: 1 });
});

test('body length and profiles are validated', async () => {
  const { reader } = await openSiteWithComments();
  const send = (input: object) => reader.post('comments/news/note-one', input);
  expectFieldErrors(await send({}), 'body');
  expectFieldErrors(await send({ body: ' \n ' }), 'body');
  expectFieldErrors(await send({ body: 'x'.repeat(1001) }), 'body');
  expectShape(await send({ body: '長'.repeat(1000) }), CommentShape);
  expectFieldErrors(await send({ body: 'a', profiles: { nickname: 'x'.repeat(51) } }), 'nickname');
  expectFieldErrors(await send({ body: 'a', profiles: { age: 'x'.repeat(21), area: 'x'.repeat(51) } }), 'age', 'area');
  expectShape(await send({ body: 'b', profiles: null, unknown: 1 }), CommentShape);
});

test('content id format is validated', async () => {
  const { reader } = await openSiteWithComments();
  for (const contentId of ['abc', 'Note', 'x'.repeat(65), 'a.bc']) {
    expect((await reader.get(`comments/news/${contentId}`)).status, contentId).toBe(400);
    expect((await reader.post(`comments/news/${contentId}`, { body: 'x' })).status, contentId).toBe(400);
  }
  for (const contentId of ['ab_-', 'x'.repeat(64), 'post-01hzx3v9d0q8e7m2k4n6p8r1st']) {
    expectShape(await reader.post(`comments/news/${contentId}`, { body: `of ${contentId}` }), CommentShape);
  }
});

test('only published comments are listed and counted', async () => {
  const { reader, editor, comment, setDefaultStatus } = await openSiteWithComments();
  await comment('note-one', 'seen');
  await comment('note-two', 'seen as well');
  await setDefaultStatus('unconfirm');
  const hidden = await comment('note-one', 'not yet');
  expect(hidden.publishStatus).toBe('unconfirm');
  expect(bodiesOf(await pageOf(reader, 'comments/news/note-one'))).toEqual(['seen']);
  const counts = async () => expectShape(await reader.get('comments/news/counts'), CommentCountsShape);
  expect(await counts()).toMatchObject({
    items: [
      { serviceId: 'news', contentId: 'note-one', publishStatus: 'publish', commentCount: 1 },
      { serviceId: 'news', contentId: 'note-two', publishStatus: 'publish', commentCount: 1 },
    ],
    totalCount: 2,
  });
  await editor.post(`admin/comments/news/${hidden.commentId}/status`, { publishStatus: 'publish' });
  expect((await counts()).totalCount).toBe(3);
  expect((await pageOf(reader, 'comments/news/note-one')).meta).toMatchObject({ count: 2 });
  expect(await pageOf(reader, 'comments/news/nobody-said')).toMatchObject({ items: [], meta: { count: 0 } });
});

test('pages continue by either cursor, order and time filters', async () => {
  const { reader, comment } = await openSiteWithComments();
  const bodies = Array.from({ length: 7 }, (_, index) => `comment ${index}`);
  for (const [index, body] of bodies.entries()) await comment('note-one', body, `2026-11-21T1${index}:00:00Z`);
  const list = (params: object) => pageOf(reader, 'comments/news/note-one', params);
  const first = await list({ count: 5, pageToken: '' });
  expect([bodiesOf(first), first.meta]).toMatchObject([bodies.slice(0, 5), { count: 7 }]);
  expect(bodiesOf(await list({ count: 5, pageToken: first.pageToken }))).toEqual(bodies.slice(5));
  const second = await list({ count: 5, pagerKey: first.pagerKey });
  expect([bodiesOf(second), second.pagerKey, second.pageToken]).toEqual([bodies.slice(5), null, null]);
  const newest = await list({ order: 'desc', count: 5, apiVer: 2, pageToken: '' });
  expect(bodiesOf(newest)).toEqual(bodies.toReversed().slice(0, 5));
  expect(bodiesOf(await list({ order: 'desc', count: 5, apiVer: 2, pageToken: newest.pageToken }))).toEqual(
    bodies.toReversed().slice(5),
  );
  const until = await list({ order: 'desc', count: 6, untilTime: '2026-11-21T13:00:00Z' });
  expect(bodiesOf(until)).toEqual(['comment 2', 'comment 1', 'comment 0']);
  expect(bodiesOf(await list({ count: 6, sinceTime: '2026-11-21T15:00:00Z', untilTime: '' }))).toEqual(['comment 6']);
  expectFieldErrors(await reader.get('comments/news/note-one', { pagerKey: '{' }), 'pager_key');
  expectFieldErrors(await reader.get('comments/news/note-one', { count: 51 }), 'count');
});

test('registered content ids close others and set their own default', async () => {
  const { reader, editor, comment } = await openSiteWithComments({ status: 'unpublish' });
  expect((await comment('anything', 'before')).publishStatus).toBe('unpublish');
  await editor.put('admin/services/news/content/note-one', { commentDefaultPublishStatus: 'publish' });
  expect((await comment('note-one', 'now')).publishStatus).toBe('publish');
  const rejected = await reader.post('comments/news/anything', { body: 'no longer' });
  expectHttpError(rejected, 400, 'ContentId does not accepted');
  await editor.put('admin/services/news/content/note-one', { commentDefaultPublishStatus: 'unconfirm' });
  expect((await comment('note-one', 'later')).publishStatus).toBe('unconfirm');
  expect(bodiesOf(await pageOf(reader, 'comments/news/note-one'))).toEqual(['now']);
  await editor.delete('admin/services/news/content/note-one');
  expect((await comment('anything', 'open again')).publishStatus).toBe('unpublish');
});

test('new service defaults to unpublish; disabled comments are rejected', async () => {
  const { app, reader } = await openTestSite();
  await givenService(app, { serviceId: 'fresh', functions: ['comment'] });
  await givenService(app, { serviceId: 'quiet' });
  const comment = expectShape(await reader.post('comments/fresh/note-one', { body: 'first' }), CommentShape);
  expect(comment.publishStatus).toBe('unpublish');
  expectHttpError(await reader.post('comments/quiet/note-one', { body: 'first' }), 400, 'Service is unavailable');
  expect(await pageOf(reader, 'comments/quiet/note-one')).toMatchObject({ items: [], meta: { count: 0 } });
  for (const reply of [
    await reader.get('comments/nowhere/note-one'),
    await reader.post('comments/nowhere/note-one', { body: 'x' }),
  ]) {
    expectHttpError(reply, 404, 'ServiceId does not exist');
  }
});
