import { expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/app.ts';
import { testClock } from '#testing/clock.ts';
import { defaultBounds } from '#testing/content-bounds.ts';
import { createPost, setStatus, updatePost } from '#testing/edit-posts.ts';
import { givenService } from '#testing/given.ts';
import { givenUser } from '#testing/given-user.ts';
import { preparePost } from '../post-editing/imported-post.ts';
import { replacePost } from '../post-editing/write-post.ts';

test('publishing and unpublishing take effect immediately', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  const { postId, status } = await createPost(user, { slug: 'note', status: 'unpublish' });
  expect(status).toBe('draft');
  expect((await app.get('/api/posts/news/note')).status).toBe(404);
  const live = await setStatus(user, postId, 'publish');
  expect(live).toMatchObject({
    status: 'published',
    publishAt: '2026-11-21T04:43:00Z',
    statusPublishAt: 'publish#2026-11-21T04:43:00Z',
    category: null,
    tags: [],
    service: { configs: {} },
    updatedBy: user.username,
  });
  expect((await app.get('/api/posts/news/note')).status).toBe(200);
  const back = await setStatus(user, postId, 'unpublish');
  expect(back).toMatchObject({ status: 'unpublished', publishAt: '2026-11-21T04:43:00Z', effectiveAt: null });
  expect((await app.get('/api/posts/news/note')).status).toBe(404);
  expect((await app.get('/api/posts/news')).json.items).toEqual([]);
});

test('post due at 10:07 keeps its effective time when edited', async () => {
  const clock = testClock('2026-11-21T10:00:00Z');
  const app = await testApp({ clock });
  const user = await givenUser(app);
  const post = await createPost(user, { slug: 'due', status: 'publish', publishAt: '2026-11-21T10:07:00Z' });
  expect(post).toMatchObject({ status: 'reserved', effectiveAt: '2026-11-21T10:10:00Z' });
  clock.moveTo('2026-11-21T10:08:00Z');
  const echo = { status: 'publish', publishAt: '2026-11-21T10:07:00Z' };
  expect(await updatePost(user, post.postId, { ...echo, title: 'Edited' })).toMatchObject({
    status: 'reserved',
    effectiveAt: '2026-11-21T10:10:00Z',
  });
  const repeated = await user.send('POST', '/api/admin/posts/news/due/status', { body: { status: 'publish' } });
  expect(repeated.json).toEqual({ message: 'Status is same value' });
  clock.moveTo('2026-11-21T10:20:00Z');
  expect(await updatePost(user, post.postId, { ...echo, title: 'Edited again' })).toMatchObject({
    status: 'published',
    publishAt: '2026-11-21T10:07:00Z',
    effectiveAt: '2026-11-21T10:10:00Z',
    statusPublishAt: 'publish#2026-11-21T10:07:00Z',
  });
  const stored = await app.database.reader.selectFrom('posts').select(['status', 'listedAt']).executeTakeFirstOrThrow();
  expect(stored).toEqual({ status: 'published', listedAt: '2026-11-21T10:10:00Z' });
});

test('import keeps a hidden post hidden with its links', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  const links = [{ id: 1, url: 'https://example.com/' }];
  const { postId } = await createPost(user, { slug: 'note', status: 'publish', isHiddenInList: true, links });
  const content = { slug: 'note', title: 'From a file', description: '', author: '', body: 'New', category: undefined };
  const prepared = await preparePost({ ...content, tags: ['a'], status: 'published' as const });
  const options = { clock: app.clock, content: defaultBounds, serviceId: 'news', actor: 'import', postId };
  await app.database.writer.transaction().execute((trx) => replacePost(trx, options, prepared));
  for (const path of ['/api/posts/news', '/api/posts/news?tag=a']) expect((await app.get(path)).json.items).toEqual([]);
  expect((await app.get('/api/posts/news/note')).json).toMatchObject({ title: 'From a file', links });
});

test('post hidden in lists is marked noindex', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  const { postId } = await createPost(user, { slug: 'note', status: 'publish' });
  const read = async () => (await app.get('/api/posts/news/note')).json;
  expect(await read()).not.toHaveProperty('noindex');
  await updatePost(user, postId, { isHiddenInList: true });
  expect(await read()).toMatchObject({ noindex: true });
  expect(await read()).not.toHaveProperty('isHiddenInList');
});

test('state changes update the lists of tags', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  const { postId } = await createPost(user, { tags: [{ label: 'a' }], status: 'publish' });
  const listed = async () => (await app.get('/api/posts/news?tag=a')).json.items.length;
  expect(await listed()).toBe(1);
  await updatePost(user, postId, { isHiddenInList: true });
  expect(await listed()).toBe(0);
  await updatePost(user, postId, { isHiddenInList: false });
  expect(await listed()).toBe(1);
  await setStatus(user, postId, 'unpublish');
  expect(await listed()).toBe(0);
  await setStatus(user, postId, 'publish');
  expect(await listed()).toBe(1);
  await updatePost(user, postId, { publishAt: '2026-11-22T00:00:00Z' });
  expect(await listed()).toBe(0);
});

test('deletion removes a post and its tag links', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  const { postId } = await createPost(user, { slug: 'note', tags: [{ label: 'a' }], status: 'publish' });
  const kept = await createPost(user, { slug: 'other', tags: [{ label: 'a' }], status: 'publish' });
  const before = await serviceRevision(app);
  const answers = await Promise.all([1, 2].map(() => user.send('DELETE', '/api/admin/posts/news/note')));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  expect(answers.find(({ status }) => status === 200)?.text).toBe('null');
  expect((await user.send('GET', `/api/admin/posts/news/${postId}`)).status).toBe(404);
  expect((await app.get('/api/posts/news/note')).status).toBe(404);
  const links = await app.database.reader.selectFrom('postTags').select('postId').execute();
  expect(links).toEqual([{ postId: kept.postId }]);
  expect(await serviceRevision(app)).toBe(before + 1);
  const again = await createPost(user, { slug: 'note' });
  expect(again.postId).not.toBe(postId);
});

test('writes that readers see raise the revision of their service', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  await givenService(app, { serviceId: 'other' });
  const raises = async (write: () => Promise<unknown>) => {
    const before = await serviceRevision(app);
    await write();
    return (await serviceRevision(app)) - before;
  };
  const { postId } = await createPost(user, {});
  expect(await raises(() => createPost(user, { slug: 'other' }))).toBe(0);
  expect(await raises(() => updatePost(user, postId, { title: 'New' }))).toBe(0);
  expect(await raises(() => setStatus(user, postId, 'publish'))).toBe(1);
  expect(await raises(() => updatePost(user, postId, { title: 'Newer' }))).toBe(1);
  expect(await raises(() => updatePost(user, postId, { body: 'Text' }))).toBe(1);
  expect(await raises(() => user.send('DELETE', `/api/admin/posts/news/${postId}`))).toBe(1);
  expect(await raises(() => user.send('POST', '/api/admin/posts/news', { body: {} }))).toBe(0);
  expect(await serviceRevision(app, 'other')).toBe(1);
});

async function serviceRevision({ database }: TestApp, serviceId = 'news'): Promise<number> {
  const row = database.reader.selectFrom('services').select('revision').where('serviceId', '=', serviceId);
  return (await row.executeTakeFirstOrThrow()).revision;
}
