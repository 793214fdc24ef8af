import { expect, test } from 'vitest';
import { newId } from '#server/platform/ids.ts';
import { testApp } from '#testing/app.ts';
import { givenService } from '#testing/given.ts';
import { type GivenUser, givenUser } from '#testing/given-user.ts';

const POSTS = '/api/admin/posts/news';

async function given() {
  const app = await testApp();
  await givenService(app, { serviceId: 'news' });
  const editor = await givenUser(app);
  const postId = newId(app.clock.now());
  return { app, editor, postId, ...draftOf(editor, postId) };
}

function draftOf({ send }: GivenUser, postId: string) {
  const copy = `${POSTS}/${postId}/working-copy`;
  return {
    put: (typed: object, revision?: number) =>
      send('PUT', copy, { body: { baseRevision: 0, ...typed, ...(revision !== undefined && { revision }) } }),
    read: async () => (await send('GET', `${POSTS}/${postId}`)).json,
    discard: async () => (await send('DELETE', copy)).status,
    copy: async () => (await send('GET', copy)).json,
  };
}

async function titlesOf({ send }: GivenUser): Promise<string[]> {
  const { json } = await send('GET', POSTS);
  return json.items.map(({ title }: { title: string }) => title);
}

test('first autosave of a new post creates a draft', async () => {
  const { app, editor, postId, put, read } = await given();
  const { status, json } = await put({ title: 'S', bodyFormat: 'markdown', editorMode: 'markdown', body: '' }, 0);
  expect(status).toBe(200);
  expect(json).toMatchObject({ postId, baseRevision: 0, revision: 1, isStale: false, content: { title: 'S' } });
  expect(await read()).toMatchObject({ postId, title: 'S', status: 'draft', revision: 1, createdBy: editor.username });
  expect((await app.get(`/api/posts/news/${(await read()).slug}`)).status).toBe(404);
  expect((await editor.send('GET', '/api/admin/overview')).json.unfinished).toMatchObject([
    { postId, kind: 'working-copy', title: 'S' },
  ]);
});

test('concurrent and repeated first autosaves create one draft', async () => {
  const { editor, put } = await given();
  const answers = await Promise.all(['a', 'b', 'c'].map((title) => put({ title }, 0)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect((await put({ title: 'd' }, 1)).json.revision).toBe(2);
  expect(await titlesOf(editor)).toEqual(['d']);
});

test.for([
  [{ body: '# Spring menu\n\nAsparagus' }, 'Spring menu'],
  [{ body: ' \n春の献立です。\n' }, '春の献立です。'],
  [{ title: ' ', body: `<p>${'あ'.repeat(200)}</p>`, bodyFormat: 'html' }, 'あ'.repeat(80)],
  [{ title: 'x'.repeat(400), body: 'Text' }, 'x'.repeat(300)],
] as const)('draft %j is titled by its text', async ([typed, title]) => {
  const { put, read } = await given();
  expect((await put(typed)).status).toBe(200);
  expect(await read()).toMatchObject({ title });
});

test('text without a title is not stored as a draft', async () => {
  const { editor, put } = await given();
  const { status, json } = await put({ title: ' ', body: '', tags: [{ label: 'Ink' }] });
  expect([status, json.errors]).toEqual([400, [{ field: 'title', message: 'Input required' }]]);
  expect(await titlesOf(editor)).toEqual([]);
});

test('title and body follow the copy in the first revision', async () => {
  const { app, editor, postId, put, read } = await given();
  await put({ title: 'Sp', slug: 'sp' });
  app.clock.moveTo('2026-11-21T05:00:00Z');
  const typed = { title: 'Spring', body: '*New*', bodyFormat: 'markdown', editorMode: 'markdown', slug: 'no slug' };
  await put(typed);
  const post = await read();
  expect(post).toMatchObject({ title: 'Spring', bodyHtml: '<p><em>New</em></p>', revision: 1, updatedAt: null });
  await put({ ...typed, title: '', body: '' });
  expect(await read()).toEqual(post);
  const { json } = await editor.send('GET', `${POSTS}/${postId}/revisions`);
  expect(json.items).toMatchObject([{ revision: 1, kind: 'created', title: 'Spring' }]);
});

test('unfinished JSON is text in the draft', async () => {
  const { put, read } = await given();
  await put({ title: 'Data', body: '{"a":', bodyFormat: 'json', editorMode: 'json' });
  expect(await read()).toMatchObject({ bodyFormat: 'text', body: '{"a":' });
  await put({ title: 'Data', body: '{"a":1}', bodyFormat: 'json', editorMode: 'json' });
  expect(await read()).toMatchObject({ bodyFormat: 'json', bodyJson: { a: 1 } });
});

test('draft that was saved no longer follows the copy', async () => {
  const { app, postId, put, read, copy } = await given();
  await put({ title: 'Typed' });
  const other = await givenUser(app);
  await other.send('POST', `${POSTS}/${postId}`, { body: { title: 'Saved', revision: 1 } });
  expect(await copy()).toMatchObject({ isStale: true });
  expect((await put({ title: 'Typed more' })).json).toMatchObject({ baseRevision: 1, isStale: true });
  expect(await read()).toMatchObject({ title: 'Saved', revision: 2 });
});

test('first save of the draft creates the post and ends the copy', async () => {
  const { app, editor, postId, put, read, copy } = await given();
  await put({ title: 'Typed', body: 'Text' });
  const { status } = await editor.send('POST', `${POSTS}/${postId}`, {
    body: { slug: 'typed', title: 'Typed', body: 'Text', revision: 1, status: 'publish' },
  });
  expect(status).toBe(200);
  expect(await copy()).toBeNull();
  expect(await read()).toMatchObject({ status: 'published', revision: 2, updatedAt: null, updatedBy: null });
  const { json } = await editor.send('GET', `${POSTS}/${postId}/revisions`);
  expect(json.items).toMatchObject([{ revision: 2, kind: 'created', title: 'Typed' }]);
  expect((await app.get('/api/posts/news/typed')).json).not.toHaveProperty('textUpdatedAt');
});

test('saving the copy saves the draft', async () => {
  const { editor, postId, put } = await given();
  await put({ title: 'Typed', body: 'Text' });
  const { json } = await editor.send('POST', `${POSTS}/${postId}/working-copy/save`, { body: { status: 'publish' } });
  expect(json).toMatchObject({ title: 'Typed', status: 'published', revision: 2 });
});

test('discarded draft goes to the trash and is not created again', async () => {
  const { editor, postId, put, discard } = await given();
  await put({ title: 'Typed' });
  expect(await discard()).toBe(200);
  expect(await titlesOf(editor)).toEqual([]);
  expect((await editor.send('GET', `${POSTS}/bin`)).json.items).toMatchObject([{ postId, title: 'Typed' }]);
  expect((await put({ title: 'Typed' })).status).toBe(404);
});

test('draft that others saved or type in stays when discarded', async () => {
  const { app, editor, postId, put, discard } = await given();
  const other = await givenUser(app);
  await put({ title: 'Typed' });
  await other.send('PUT', `${POSTS}/${postId}/working-copy`, { body: { baseRevision: 0, title: 'Theirs' } });
  expect(await discard()).toBe(200);
  expect(await titlesOf(editor)).toEqual(['Typed']);
  await put({ title: 'Typed again' });
  await other.send('POST', `${POSTS}/${postId}`, { body: { title: 'Saved' } });
  expect(await discard()).toBe(200);
  expect(await titlesOf(editor)).toEqual(['Saved']);
});

test('other editors do not rewrite a new draft', async () => {
  const { app, postId, put, read } = await given();
  await put({ title: 'Typed' });
  const other = draftOf(await givenUser(app), postId);
  expect((await other.put({ title: 'Theirs' })).json).toMatchObject({ baseRevision: 1 });
  expect(await read()).toMatchObject({ title: 'Typed' });
  expect(await other.discard()).toBe(200);
  expect(await read()).toMatchObject({ title: 'Typed' });
});

test('post that was created by a save is not rewritten', async () => {
  const { editor } = await given();
  const body = { slug: 'note', title: 'Saved', bodyFormat: 'markdown', status: 'draft' };
  const { postId } = (await editor.send('POST', POSTS, { body })).json;
  const draft = draftOf(editor, postId);
  await draft.put({ title: 'Typed' });
  expect(await draft.read()).toMatchObject({ title: 'Saved' });
  expect(await draft.discard()).toBe(200);
  expect(await draft.read()).toMatchObject({ title: 'Saved' });
});

test('id of another service or no id creates nothing', async () => {
  const { app, postId, put } = await given();
  const editor = await givenUser(app, { serviceIds: ['news', 'blog'] });
  await put({ title: 'Typed' });
  const to = (path: string) =>
    editor.send('PUT', `/api/admin/posts/${path}/working-copy`, { body: { baseRevision: 0, title: 'x' } });
  expect((await to(`blog/${postId}`)).status).toBe(400);
  expect((await to('news/not-an-id')).status).toBe(404);
  expect(await titlesOf(editor)).toEqual(['Typed']);
});
