import { expect, test } from 'vitest';
import { testApp } from '#testing/app.ts';
import { createPost, params, setStatus, updatePost } from '#testing/edit-posts.ts';
import { givenCategory } from '#testing/given.ts';
import { givenUser } from '#testing/given-user.ts';

const CREATED = '2026-11-21T04:43:00Z';

async function givenPublished() {
  const app = await testApp();
  const editor = await givenUser(app);
  const { postId } = await createPost(editor, { slug: 'note', title: 'One', body: 'Text', status: 'publish' });
  await givenCategory(app, { ...params, slug: 'events', label: 'Events' });
  const textUpdatedAt = async () => (await app.get('/api/posts/news/note')).json.textUpdatedAt;
  return { app, editor, postId, textUpdatedAt };
}

test('changes of tags, category, description and status are no change of the text', async () => {
  const { app, editor, postId, textUpdatedAt } = await givenPublished();
  expect(await textUpdatedAt()).toBeUndefined();
  app.clock.moveTo('2026-11-21T04:50:00Z');
  await updatePost(editor, postId, { tags: [{ label: 'red' }], category: 'events', description: 'New' });
  await updatePost(editor, postId, { title: 'One', body: 'Text' });
  await setStatus(editor, postId, 'unpublish');
  await setStatus(editor, postId, 'publish');
  expect(await textUpdatedAt()).toBeUndefined();
  expect((await app.get('/api/posts/news/note')).json.updatedAt).toBe('2026-11-21T04:50:00Z');
});

test.for([{ title: 'Two' }, { body: 'Other text' }])('change of %o is a change of the text', async (change) => {
  const { app, editor, postId, textUpdatedAt } = await givenPublished();
  app.clock.moveTo('2026-11-21T04:50:00Z');
  await updatePost(editor, postId, change);
  expect(await textUpdatedAt()).toBe('2026-11-21T04:50:00Z');
  const { items } = (await app.get('/api/posts/news')).json;
  expect(items).toMatchObject([{ textUpdatedAt: '2026-11-21T04:50:00Z' }]);
});

test('feeds and the page have the time of the last change of the text', async () => {
  const { app, editor, postId } = await givenPublished();
  const modified = async () => {
    const { items } = JSON.parse((await app.get('/posts/news/feed.json')).text);
    return items[0].date_modified;
  };
  app.clock.moveTo('2026-11-21T04:50:00Z');
  await updatePost(editor, postId, { tags: [{ label: 'red' }] });
  expect(await modified()).toBe(CREATED);
  await updatePost(editor, postId, { body: 'Other text' });
  app.clock.moveTo('2026-11-21T05:00:00Z');
  await updatePost(editor, postId, { description: 'New' });
  expect(await modified()).toBe('2026-11-21T04:50:00Z');
});

test('deleted and restored post keeps the time', async () => {
  const { app, editor, postId, textUpdatedAt } = await givenPublished();
  app.clock.moveTo('2026-11-21T04:50:00Z');
  await updatePost(editor, postId, { body: 'Other text' });
  app.clock.moveTo('2026-11-21T05:00:00Z');
  await editor.send('DELETE', `/api/admin/posts/news/${postId}`);
  await editor.send('POST', `/api/admin/posts/news/bin/${postId}/restore`, { body: { slug: 'note' } });
  expect(await textUpdatedAt()).toBe('2026-11-21T04:50:00Z');
});

test('post deleted by an earlier version has the time of its last change', async () => {
  const { app, editor, postId, textUpdatedAt } = await givenPublished();
  app.clock.moveTo('2026-11-21T04:50:00Z');
  await updatePost(editor, postId, { body: 'Other text' });
  await editor.send('DELETE', `/api/admin/posts/news/${postId}`);
  const { writer } = app.database;
  const { content } = await writer.selectFrom('deletedPosts').select('content').executeTakeFirstOrThrow();
  const { row, ...rest } = JSON.parse(content);
  const { textUpdatedAt: _, ...earlier } = row;
  await writer
    .updateTable('deletedPosts')
    .set({ content: JSON.stringify({ ...rest, row: earlier }) })
    .execute();
  await editor.send('POST', `/api/admin/posts/news/bin/${postId}/restore`, { body: {} });
  expect(await textUpdatedAt()).toBe('2026-11-21T04:50:00Z');
});
