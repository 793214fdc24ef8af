import { expect, test } from 'vitest';
import { MAX_CONTENTS, serviceContentApi } from '#contract/service-contents.ts';
import { testApp } from '#testing/app.ts';
import { givenPost } from '#testing/given.ts';
import { givenUser } from '#testing/given-user.ts';

async function givenEditor() {
  const app = await testApp();
  const editor = await givenUser(app);
  const at = (contentId: string) => `/api/admin/services/news/content/${contentId}`;
  const put = (contentId: string, body: unknown) => editor.send('PUT', at(contentId), { body });
  const publish = (contentId: string) => put(contentId, { commentDefaultPublishStatus: 'publish' });
  return { app, editor, at, put, publish };
}

const badRegistrations: [body: unknown, field: string, message: string][] = [
  [{}, 'comment_default_publish_status', 'Input required'],
  [{ commentDefaultPublishStatus: 'unconfirmed' }, 'comment_default_publish_status', 'InvalidInput'],
  [{ commentDefaultPublishStatus: null }, 'comment_default_publish_status', 'InvalidInput'],
  [{ commentDefaultPublishStatus: ['publish'] }, 'comment_default_publish_status', 'InvalidInput'],
  ['[]', 'body', 'InvalidInput'],
];

test('rejects an invalid registration with its field', async () => {
  const { put } = await givenEditor();
  for (const [body, field, message] of badRegistrations) {
    const { status, json } = await put('article-1', body);
    expect([status, json.errors], JSON.stringify(body)).toEqual([400, [{ field, message }]]);
  }
});

test('registers, reads, changes and removes a content id', async () => {
  const { app, editor, at, put } = await givenEditor();
  const first = await put('article-1', { commentDefaultPublishStatus: 'unconfirm', contentId: 'something-else' });
  const registered = {
    serviceId: 'news',
    contentId: 'article-1',
    commentDefaultPublishStatus: 'unconfirm',
    revision: 1,
    createdAt: '2026-11-21T04:43:00Z',
    updatedAt: null,
  };
  expect([first.status, first.json]).toEqual([201, registered]);
  expect((await editor.send('GET', at('article-1'))).json).toEqual(registered);

  const same = await put('article-1', { commentDefaultPublishStatus: 'unconfirm' });
  expect([same.status, same.json]).toEqual([400, { message: 'Same value' }]);

  app.clock.moveTo('2026-11-21T04:44:00Z');
  const changed = await put('article-1', { commentDefaultPublishStatus: 'publish' });
  const changes = { commentDefaultPublishStatus: 'publish', revision: 2, updatedAt: '2026-11-21T04:44:00Z' };
  const after = { ...registered, ...changes };
  expect([changed.status, changed.json]).toEqual([200, after]);
  expect((await editor.send('GET', at('article-1'))).json).toEqual(after);

  const gone = await editor.send('DELETE', at('article-1'));
  expect([gone.status, gone.json]).toEqual([200, null]);
  const again = await editor.send('DELETE', at('article-1'));
  expect([again.status, again.json]).toEqual([400, { message: 'Target already deleted' }]);
  const missing = await editor.send('GET', at('article-1'));
  expect([missing.status, missing.json]).toEqual([404, { message: 'Not Found' }]);
});

test('lists content ids in both orders across pages', async () => {
  const { editor, publish } = await givenEditor();
  for (const contentId of ['bbbb', 'aaaa', 'cccc']) expect((await publish(contentId)).status).toBe(201);
  const list = (query: object) => editor.call(serviceContentApi.list, { params: { serviceId: 'news' }, query });
  const first = await list({ count: 2 });
  expect(first.items).toEqual(
    ['aaaa', 'bbbb'].map((contentId) => ({
      serviceId: 'news',
      contentId,
      commentDefaultPublishStatus: 'publish',
      revision: 1,
    })),
  );
  const second = await list({ count: 2, pageToken: first.pageToken ?? '' });
  expect(second).toMatchObject({ items: [{ contentId: 'cccc' }], pagerKey: null, pageToken: null });
  const backwards = await list({ order: 'desc', count: 1 });
  expect(backwards).toMatchObject({ items: [{ contentId: 'cccc' }], pagerKey: { contentId: 'cccc' } });
  const forged = await editor.send('GET', '/api/admin/services/news/content?pagerKey={"contentId":"A"}');
  expect(forged.json.errors).toEqual([{ field: 'pager_key', message: 'InvalidInput' }]);
});

test('adds the title of a post to its content id', async () => {
  const { app, editor, publish } = await givenEditor();
  const elsewhere = await givenPost(app, { serviceId: 'other' });
  const note = await givenPost(app, { serviceId: 'news', title: 'A note' });
  expect((await publish(elsewhere.postId)).status).toBe(201);
  const { items } = await editor.call(serviceContentApi.list, { params: { serviceId: 'news' }, query: {} });
  expect(Object.fromEntries(items.map(({ contentId, post }) => [contentId, post]))).toEqual({
    [elsewhere.postId]: undefined,
    [note.postId]: { postId: note.postId, title: 'A note' },
  });
});

test('first content id keeps all posts open by default', async () => {
  const { app, editor, put, publish } = await givenEditor();
  const [note, essay] = [await givenPost(app, { serviceId: 'news' }), await givenPost(app, { serviceId: 'news' })];
  const open = (besides?: string) =>
    editor.call(serviceContentApi.open, { params: { serviceId: 'news' }, query: { ...(besides && { besides }) } });
  const ids = async () => {
    const { items } = await editor.call(serviceContentApi.list, { params: { serviceId: 'news' }, query: {} });
    return items.map(({ contentId }) => contentId);
  };
  expect(await open()).toMatchObject({ count: 2 });
  expect(await open(note.postId)).toMatchObject({ count: 1 });
  expect((await publish('guestbook')).status).toBe(201);
  expect(await ids()).toEqual([note.postId, essay.postId, 'guestbook'].toSorted());
  expect(await open()).toEqual({ count: 0, titles: [] });

  for (const contentId of await ids()) {
    await editor.call(serviceContentApi.delete, { params: { serviceId: 'news', contentId } });
  }
  const wrong = await put('guestbook', { commentDefaultPublishStatus: 'publish', others: 'forget' });
  expect(wrong.json.errors).toEqual([{ field: 'others', message: 'InvalidInput' }]);
  expect((await put('guestbook', { commentDefaultPublishStatus: 'publish', others: 'close' })).status).toBe(201);
  expect(await ids()).toEqual(['guestbook']);
});

test('services have separate content ids', async () => {
  const { app, editor, at, publish } = await givenEditor();
  const other = await givenUser(app, { serviceIds: ['other'] });
  const url = '/api/admin/services/other/content/article-1';
  const body = { commentDefaultPublishStatus: 'unpublish' };
  expect((await other.send('PUT', url, { body })).status).toBe(201);
  expect((await editor.send('GET', at('article-1'))).status).toBe(404);
  expect((await editor.send('DELETE', at('article-1'))).status).toBe(400);
  expect((await publish('article-1')).status).toBe(201);
  expect((await other.send('GET', url)).json.commentDefaultPublishStatus).toBe('unpublish');
});

test('one of eight concurrent registrations succeeds', async () => {
  const { publish } = await givenEditor();
  const answers = await Promise.all(Array.from({ length: 8 }, () => publish('article-1')));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400, 400, 400, 400, 400]);
});

test('limits the number of content ids', async () => {
  const { app, publish, put } = await givenEditor();
  const rows = Array.from({ length: MAX_CONTENTS - 1 }, (_, index) => ({
    ...{ serviceId: 'news', contentId: `article-${index}`, commentDefaultPublishStatus: 'publish' as const },
    ...{ createdAt: '2026-11-21T04:43:00Z', updatedAt: null },
  }));
  await app.database.writer.insertInto('serviceContents').values(rows).execute();
  expect((await publish('last')).status).toBe(201);
  expect((await publish('one-more')).json).toEqual({ message: 'Too many content ids' });
  expect((await put('last', { commentDefaultPublishStatus: 'unpublish' })).status).toBe(200);
});

test('changes are visible to visitors at once', async () => {
  const { app, editor, at, publish } = await givenEditor();
  const revision = async () => {
    const query = app.database.reader.selectFrom('services').select('revision').where('serviceId', '=', 'news');
    return (await query.executeTakeFirstOrThrow()).revision;
  };
  const before = await revision();
  await publish('article-1');
  expect(await revision()).toBe(before + 1);
  await editor.send('DELETE', at('article-1'));
  expect(await revision()).toBe(before + 2);
});
