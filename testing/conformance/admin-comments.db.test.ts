import { expect, test } from 'vitest';
import type { z } from 'zod';
import { givenService } from '#testing/given.ts';
import { givenComment } from '#testing/given-comment.ts';
import { expectFieldErrors, expectHttpError, expectNothing, expectShape } from './expectations.ts';
import { CommentPageShape, RawCommentPageShape, RawCommentShape } from './shapes.ts';
import { openTestSite } from './test-site.ts';

const bodiesOf = ({ items }: z.output<typeof RawCommentPageShape>) => items.map(({ body }) => body);

async function openSiteWithComments() {
  const { app, as, reader } = await openTestSite();
  await givenService(app, { serviceId: 'news', functions: ['post', 'comment'] });
  const states = ['publish', 'unpublish', 'unconfirm'] as const;
  for (const publishStatus of states) {
    await givenComment(app, { contentId: 'note-one', body: publishStatus, publishStatus, nickname: 'Hana' });
  }
  await givenComment(app, { contentId: 'note-two', body: 'elsewhere' });
  const editor = await as('editor');
  const { items } = expectShape(await editor.get('admin/comments/news'), RawCommentPageShape);
  const idOf = (body: string) => items.find((item) => item.body === body)?.commentId ?? '';
  return { app, as, reader, editor, idOf };
}

test('GET admin/comments/{service} lists all states, oldest first, paged', async () => {
  const { editor } = await openSiteWithComments();
  const all = ['publish', 'unpublish', 'unconfirm', 'elsewhere'];
  const list = async (params: object) =>
    expectShape(await editor.get('admin/comments/news', params as Record<string, unknown>), RawCommentPageShape);
  const whole = await list({});
  expect([bodiesOf(whole), whole.pagerKey, whole.pageToken]).toEqual([all, null, null]);
  expect(whole.items[0]).toMatchObject({ contentId: 'note-one', profiles: { nickname: 'Hana' } });
  expect(bodiesOf(await list({ count: 20, order: 'desc', pageToken: '' }))).toEqual(all.toReversed());
  const first = await list({ count: 3, order: 'desc' });
  expect(bodiesOf(await list({ count: 3, order: 'desc', pageToken: first.pageToken }))).toEqual(['publish']);
  expect(bodiesOf(await list({ count: 3, order: 'desc', pagerKey: first.pagerKey }))).toEqual(['publish']);
  expectFieldErrors(await editor.get('admin/comments/news', { count: 51 }), 'count');
});

test('GET admin/comments/{service}/content/{contentId} filters by content and state', async () => {
  const { editor } = await openSiteWithComments();
  const list = async (params: object) =>
    bodiesOf(
      expectShape(
        await editor.get('admin/comments/news/content/note-one', params as Record<string, unknown>),
        RawCommentPageShape,
      ),
    );
  expect(await list({})).toEqual(['publish', 'unpublish', 'unconfirm']);
  expect(await list({ publishStatus: '', order: 'desc' })).toEqual(['unconfirm', 'unpublish', 'publish']);
  for (const publishStatus of ['publish', 'unpublish', 'unconfirm']) {
    expect(await list({ publishStatus, count: 20, pageToken: '' })).toEqual([publishStatus]);
  }
  expectFieldErrors(await editor.get('admin/comments/news/content/note-one', { publishStatus: 'x' }), 'publish_status');
});

test('comment status changes once and readers see published comments', async () => {
  const { reader, editor, idOf } = await openSiteWithComments();
  const path = `admin/comments/news/${idOf('unpublish')}`;
  const one = expectShape(await editor.get(path), RawCommentShape);
  const changed = expectShape(await editor.post(`${path}/status`, { publishStatus: 'publish' }), RawCommentShape);
  expect(changed).toMatchObject({
    commentId: one.commentId,
    body: one.body,
    publishStatus: 'publish',
    statusCreatedAt: `publish#${one.createdAt}`,
  });
  expectHttpError(await editor.post(`${path}/status`, { publishStatus: 'publish' }), 400, 'Status is same value');
  const { items, meta } = expectShape(await reader.get('comments/news/note-one'), CommentPageShape);
  expect([items.map(({ body }) => body), meta]).toMatchObject([['publish', 'unpublish'], { count: 2 }]);
  expectShape(await editor.post(`${path}/status`, { publishStatus: 'unconfirm' }), RawCommentShape);
  expect(expectShape(await reader.get('comments/news/note-one'), CommentPageShape).meta).toMatchObject({ count: 1 });
  expectFieldErrors(await editor.post(`${path}/status`, {}), 'publish_status');
  expectFieldErrors(await editor.post(`${path}/status`, { publishStatus: 'unconfirmed' }), 'publish_status');
});

test('deleted comment returns 404', async () => {
  const { reader, editor, idOf } = await openSiteWithComments();
  const path = `admin/comments/news/${idOf('publish')}`;
  expectNothing(await editor.delete(path));
  expect(bodiesOf(expectShape(await editor.get('admin/comments/news'), RawCommentPageShape))).toEqual([
    'unpublish',
    'unconfirm',
    'elsewhere',
  ]);
  expect(expectShape(await reader.get('comments/news/note-one'), CommentPageShape)).toMatchObject({
    items: [],
    meta: { count: 0 },
  });
  expectHttpError(await editor.delete(path), 404, 'Not Found');
  expectHttpError(await editor.post(`${path}/status`, { publishStatus: 'unpublish' }), 404, 'Not Found');
});

test('viewers can read comments', async () => {
  const { as, idOf } = await openSiteWithComments();
  const viewer = await as('viewer');
  expectShape(await viewer.get('admin/comments/news'), RawCommentPageShape);
  expectShape(await viewer.get(`admin/comments/news/${idOf('publish')}`), RawCommentShape);
});
