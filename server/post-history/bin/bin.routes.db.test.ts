import { expect, test } from 'vitest';
import { MAX_POSTS_OF_GROUP } from '#contract/post-groups.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { givenPost } from '#testing/given.ts';
import { givenFile } from '#testing/given-file.ts';
import { type GivenUser, givenUser } from '#testing/given-user.ts';

const BIN = '/api/admin/posts/news/bin';

test('posts outside the bin return 404, invalid slugs 400', async () => {
  const { app, editor } = await givenDeleted();
  const { postId: living } = await givenPost(app);
  expect((await editor.send('GET', `${BIN}/${living}`)).status).toBe(404);
  expect((await editor.send('POST', `${BIN}/${living}/restore`, { body: {} })).status).toBe(404);
  expect((await editor.send('POST', `${BIN}/${living}/restore`, { body: { slug: 'a b' } })).status).toBe(400);
  expect((await editor.send('DELETE', `${BIN}/${living}`)).status).toBe(404);
});

test('deleted post is in the bin only', async () => {
  const { app, editor, postId } = await givenDeleted();
  expect((await app.get('/api/posts/news/note')).status).toBe(404);
  expect((await editor.send('GET', `/api/admin/posts/news/${postId}`)).status).toBe(404);
  const { json } = await editor.send('GET', BIN);
  const inBin = {
    ...{ postId, slug: 'note', title: 'One', status: 'published' },
    ...{ deletedAt: '2026-11-21T04:43:00Z', deletedBy: editor.username, goneAt: '2026-12-21T04:43:00Z' },
  };
  expect(json).toEqual({ items: [inBin], pagerKey: null, pageToken: null });
  const found = await editor.send('GET', `${BIN}/${postId}`);
  expect(found.json).toMatchObject({ ...inBin, groups: [] });
  expect(found.json.content).toMatchObject({ body: 'Text', tags: ['blue', 'red'], categorySlug: 'food' });
});

test('bin is paged, last deleted first', async () => {
  const { app, editor } = await given();
  const ids: string[] = [];
  for (const [at, minute] of [40, 40, 41, 42, 43].entries()) {
    const { postId, slug } = await givenPost(app, { title: `Post ${at}` });
    app.clock.moveTo(`2026-11-21T04:${minute + 4}:00Z`);
    await editor.send('DELETE', `/api/admin/posts/news/${slug}`);
    ids.unshift(postId);
  }
  const read: string[] = [];
  let query = '?count=2';
  for (;;) {
    const { json } = await editor.send('GET', BIN + query);
    read.push(...json.items.map((item: { postId: string }) => item.postId));
    if (!json.pageToken) break;
    query = `?count=2&pageToken=${encodeURIComponent(json.pageToken)}`;
  }
  expect(read).toEqual(ids);
});

test('restore brings back a post with all its data', async () => {
  const { app, editor, postId } = await given();
  const url = `/api/admin/posts/news/${postId}`;
  const fileId = await givenFile(app);
  const { writer } = app.database;
  const links = [{ id: 3, url: 'https://example.com', label: 'There' }];
  await editor.send('POST', url, { body: { contentId: 'talk-about-it', images: [{ fileId }], links, label: 'L' } });
  const group = { groupId: 'g', serviceId: 'news', slug: 'tour', label: 'Tour' };
  const at = '2026-11-21T04:43:00Z';
  await writer
    .insertInto('postGroups')
    .values({ ...group, createdAt: at, updatedAt: at })
    .execute();
  const place = { groupId: 'g', postId, serviceId: 'news', position: 7 };
  await writer.insertInto('postGroupPosts').values(place).execute();
  const source = { sourcePath: 'note.md', contentHash: 'x', postRevision: 1, importedAt: at };
  await writer
    .insertInto('postImports')
    .values({ ...source, postId, serviceId: 'news' })
    .execute();
  await editor.send('POST', url, { body: { slug: 'renamed' } });
  const before = (await editor.send('GET', url)).json;
  const history = (await editor.send('GET', `${url}/revisions`)).json.items;

  await editor.send('DELETE', url);
  app.clock.moveTo('2026-11-21T04:50:00Z');
  const { status, json } = await editor.send('POST', `${BIN}/${postId}/restore`, { body: {} });
  expect(status).toBe(200);
  expect(json.missing).toEqual([]);
  const changed = { revision: 4 };
  expect(json.post).toEqual({ ...before, ...changed });
  expect((await editor.send('GET', url)).json).toEqual(json.post);
  expect(json.post.groups).toEqual([{ slug: 'tour', label: 'Tour' }]);
  const [newest, ...older] = (await editor.send('GET', `${url}/revisions`)).json.items;
  expect(newest).toMatchObject({ revision: 4, kind: 'restored', isCurrent: true });
  expect(older.map(withoutCurrent)).toEqual(history.map(withoutCurrent));
  const { reader } = app.database;
  expect(await reader.selectFrom('postGroupPosts').selectAll().execute()).toEqual([place]);
  expect(await reader.selectFrom('postGroups').select('revision').execute()).toEqual([{ revision: 2 }]);
  expect(await reader.selectFrom('postImports').select(['sourcePath', 'postId']).execute()).toEqual([
    { sourcePath: 'note.md', postId },
  ]);
  const uses = await reader.selectFrom('fileUses').select(['postId', 'fileId', 'place']).orderBy('place').execute();
  expect(uses.map(({ place }) => place)).toEqual(['history', 'images']);
  expect(uses).toMatchObject([
    { postId, fileId },
    { postId, fileId },
  ]);
  expect(await reader.selectFrom('postSlugRedirects').select(['slug', 'postId']).execute()).toEqual([
    { slug: 'note', postId },
  ]);
  expect((await app.get('/api/posts/news/renamed')).status).toBe(200);
  expect((await app.get('/api/posts/news?tag=red')).json.items).toHaveLength(1);
  expect((await editor.send('GET', BIN)).json.items).toEqual([]);
});

test('restored post can be deleted and restored again', async () => {
  const { editor, postId } = await givenDeleted();
  await editor.send('POST', `${BIN}/${postId}/restore`, { body: {} });
  expect((await editor.send('POST', `${BIN}/${postId}/restore`, { body: {} })).status).toBe(404);
  await editor.send('DELETE', `/api/admin/posts/news/${postId}`);
  const { json } = await editor.send('POST', `${BIN}/${postId}/restore`, { body: {} });
  expect(json.post).toMatchObject({ postId, revision: 3, status: 'published' });
});

test('only one of several concurrent restores succeeds', async () => {
  const { editor, postId } = await givenDeleted();
  const tries = Array.from({ length: 5 }, () => editor.send('POST', `${BIN}/${postId}/restore`, { body: {} }));
  const statuses = (await Promise.all(tries)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 404, 404, 404, 404]);
});

test('restore with a taken slug fails until another is given', async () => {
  const { app, editor, postId } = await givenDeleted();
  await givenPost(app, { slug: 'note', title: 'Newer' });
  const rejected = await editor.send('POST', `${BIN}/${postId}/restore`, { body: {} });
  expect(rejected.status).toBe(400);
  expect(rejected.json).toEqual({
    message: 'Slug already used',
    errors: [{ field: 'slug', message: 'Already in use' }],
  });
  const reserved = await editor.send('POST', `${BIN}/${postId}/restore`, { body: { slug: 'bin' } });
  expect(reserved.json.message).toBe('This slug is not allowed');
  const { json } = await editor.send('POST', `${BIN}/${postId}/restore`, { body: { slug: 'note-again' } });
  expect(json.post).toMatchObject({ postId, slug: 'note-again' });
  expect((await app.get('/api/posts/news/note')).json.title).toBe('Newer');
});

test('restore under another slug redirects from the former one', async () => {
  const { app, editor, postId } = await givenDeleted();
  await editor.send('POST', `${BIN}/${postId}/restore`, { body: { slug: 'note-again' } });
  const redirects = app.database.reader.selectFrom('postSlugRedirects').select(['slug', 'postId']);
  expect(await redirects.execute()).toEqual([{ slug: 'note', postId }]);
});

test('restore reports missing parts and omits them', async () => {
  const { app, editor, postId } = await given();
  const url = `/api/admin/posts/news/${postId}`;
  const { writer } = app.database;
  const at = '2026-11-21T04:43:00Z';
  const group = { groupId: 'g', serviceId: 'news', slug: 'tour', label: 'Tour', createdAt: at, updatedAt: at };
  await writer.insertInto('postGroups').values(group).execute();
  await writer.insertInto('postGroupPosts').values({ groupId: 'g', postId, serviceId: 'news', position: 1 }).execute();
  const fileId = await givenFile(app);
  await editor.send('POST', url, { body: { thumbnail: { fileId } } });
  await editor.send('DELETE', url);
  await writer.deleteFrom('categories').where('slug', '=', 'food').execute();
  await writer.deleteFrom('tags').execute();
  await writer.deleteFrom('postGroups').execute();
  await writer.deleteFrom('files').execute();
  const { status, json } = await editor.send('POST', `${BIN}/${postId}/restore`, { body: {} });
  expect(status).toBe(200);
  expect(json.missing).toEqual([
    { field: 'category', value: 'food' },
    { field: 'files', value: fileId },
    { field: 'groups', value: 'tour' },
  ]);
  expect(json.post).toMatchObject({ categorySlug: null, thumbnail: null, groups: [] });
  expect(json.post.tags.map(({ label }: { label: string }) => label)).toEqual(['blue', 'red']);
});

test('restore reports full groups and omits them', async () => {
  const { app, editor, postId } = await given();
  const { writer } = app.database;
  const stored = await writer.selectFrom('posts').selectAll().executeTakeFirstOrThrow();
  const others = Array.from({ length: MAX_POSTS_OF_GROUP }, (_, index) => String(index).padStart(26, '0'));
  for (let start = 0; start < others.length; start += 500) {
    const some = others.slice(start, start + 500);
    await writer
      .insertInto('posts')
      .values(some.map((id) => ({ ...stored, postId: id, slug: id, contentId: id })))
      .execute();
  }
  const at = '2026-11-21T04:43:00Z';
  const place = { postId, serviceId: 'news', position: 0 };
  for (const [groupId, count] of Object.entries({ full: MAX_POSTS_OF_GROUP, 'not-full': MAX_POSTS_OF_GROUP - 1 })) {
    const group = { groupId, serviceId: 'news', slug: groupId, label: groupId, createdAt: at, updatedAt: at };
    await writer.insertInto('postGroups').values(group).execute();
    await writer
      .insertInto('postGroupPosts')
      .values(others.slice(0, count).map((id) => ({ ...place, groupId, postId: id })))
      .execute();
    await writer
      .insertInto('postGroupPosts')
      .values({ ...place, groupId })
      .execute();
  }
  await editor.send('DELETE', `/api/admin/posts/news/${postId}`);
  const { status, json } = await editor.send('POST', `${BIN}/${postId}/restore`, { body: {} });
  expect(status).toBe(200);
  expect(json.missing).toEqual([{ field: 'groups', value: 'full' }]);
  expect(json.post.groups).toEqual([{ slug: 'not-full', label: 'not-full' }]);
});

test('reserved post is reserved again when its time is ahead', async () => {
  const { app, editor, postId } = await givenReserved('2026-11-21T05:20:00Z');
  const { json } = await editor.send('POST', `${BIN}/${postId}/restore`, { body: {} });
  expect(json.post).toMatchObject({ status: 'reserved', effectiveAt: '2026-11-21T05:20:00Z' });
  app.clock.moveTo('2026-11-21T05:20:00Z');
  expect((await app.get('/api/posts/news/later')).status).toBe(200);
});

test('reserved post is unpublished when its time passed in bin', async () => {
  const { app, editor, postId } = await givenReserved('2026-11-21T04:50:00Z');
  app.clock.moveTo('2026-11-21T04:50:00Z');
  const { json } = await editor.send('POST', `${BIN}/${postId}/restore`, { body: {} });
  expect(json.post).toMatchObject({ status: 'unpublished', publishAt: '2026-11-21T04:50:00Z', effectiveAt: null });
  expect((await app.get('/api/posts/news/later')).status).toBe(404);
});

test('reserved post that went live is published again', async () => {
  const { app, editor, postId } = await givenReserved('2026-11-21T04:50:00Z', '2026-11-21T04:50:00Z');
  expect((await editor.send('GET', BIN)).json.items[0].status).toBe('published');
  await editor.send('POST', `${BIN}/${postId}/restore`, { body: {} });
  expect((await app.get('/api/posts/news/later')).status).toBe(200);
});

test('restore renders posts of older render versions again', async () => {
  const { app, editor, postId } = await given();
  await app.database.writer.updateTable('posts').set({ renderVersion: 0, bodyHtml: '<p>Old</p>' }).execute();
  await editor.send('DELETE', `/api/admin/posts/news/${postId}`);
  await editor.send('POST', `${BIN}/${postId}/restore`, { body: {} });
  expect((await app.get('/api/posts/news/note')).json.bodyHtml).toBe('<p>Text</p>');
});

test('permanent deletion removes the post and its history', async () => {
  const { app, editor, postId } = await givenDeleted();
  const other = await givenPost(app);
  expect((await editor.send('DELETE', `${BIN}/${postId}`)).status).toBe(200);
  expect((await editor.send('GET', `${BIN}/${postId}`)).status).toBe(404);
  expect((await editor.send('POST', `${BIN}/${postId}/restore`, { body: {} })).status).toBe(404);
  const left = await app.database.reader.selectFrom('postRevisions').select('postId').execute();
  expect(left).toEqual([{ postId: other.postId }]);
});

test('deletion and restore mark the static file', async () => {
  const { app, editor, postId } = await givenDeleted();
  const generation = async () => {
    const query = app.database.reader.selectFrom('staticFiles').select('generation');
    return (await query.where('path', '=', 'posts/news/note.json').executeTakeFirstOrThrow()).generation;
  };
  const deleted = await generation();
  expect(deleted).toBeGreaterThan(1);
  await editor.send('POST', `${BIN}/${postId}/restore`, { body: {} });
  expect(await generation()).toBeGreaterThan(deleted);
});

function withoutCurrent({ isCurrent: _, ...revision }: { isCurrent: boolean }) {
  return revision;
}

async function given(): Promise<{ app: TestApp; editor: GivenUser; postId: string }> {
  const app = await testApp();
  const { postId } = await givenPost(app, {
    ...{ slug: 'note', title: 'One', body: 'Text', category: 'food', tags: ['red', 'blue'] },
  });
  return { app, editor: await givenUser(app), postId };
}

async function givenDeleted(): Promise<{ app: TestApp; editor: GivenUser; postId: string }> {
  const one = await given();
  await one.editor.send('DELETE', '/api/admin/posts/news/note');
  return one;
}

async function givenReserved(publishAt: string, deletedAt = '2026-11-21T04:43:00Z') {
  const app = await testApp();
  const { postId } = await givenPost(app, { slug: 'later', status: 'published', publishAt: new Date(publishAt) });
  const editor = await givenUser(app);
  app.clock.moveTo(deletedAt);
  await editor.send('DELETE', '/api/admin/posts/news/later');
  return { app, editor, postId };
}
