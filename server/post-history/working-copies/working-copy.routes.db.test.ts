import { expect, test } from 'vitest';
import { inProcessRenderer, type Renderer } from '#server/rendering/index.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { givenCategory, givenPost } from '#testing/given.ts';
import { givenApiKey } from '#testing/given-api-key.ts';
import { givenFile } from '#testing/given-file.ts';
import { type GivenUser, givenUser } from '#testing/given-user.ts';

const POST = '/api/admin/posts/news/note';
const COPY = `${POST}/working-copy`;

const badCopies: [body: unknown, field: string][] = [
  [{ title: 'x' }, 'base_revision'],
  [{ baseRevision: 2 }, 'base_revision'],
  [{ baseRevision: 1, title: 'x'.repeat(5001) }, 'title'],
  [{ baseRevision: 1, body: 'x'.repeat(1_200_001) }, 'body'],
  [{ baseRevision: 1, body: 'a\u0000b' }, 'body'],
  [{ baseRevision: 1, tags: Array.from({ length: 201 }, () => ({ label: 'x' })) }, 'tags'],
];

test('malformed working copy returns 400', async () => {
  const { editor } = await given();
  for (const [body, field] of badCopies) {
    const { status, json } = await editor.send('PUT', COPY, { body });
    expect(status, JSON.stringify(body).slice(0, 200)).toBe(400);
    expect(json.errors, JSON.stringify(body).slice(0, 200)).toMatchObject([{ field, message: expect.any(String) }]);
  }
});

test('reading a missing working copy returns null', async () => {
  const { editor } = await given();
  expect(await editor.send('GET', COPY)).toMatchObject({ status: 200, json: null });
});

test('unknown post or working copy returns 404', async () => {
  const { editor } = await given();
  const missing = '/api/admin/posts/news/missing/working-copy';
  expect((await editor.send('PUT', missing, { body: { baseRevision: 1 } })).status).toBe(404);
  expect((await editor.send('GET', missing)).status).toBe(404);
  expect((await editor.send('POST', `${COPY}/save`, { body: {} })).status).toBe(404);
  expect((await editor.send('DELETE', COPY)).status).toBe(404);
});

test('deleted working copy is gone', async () => {
  const { editor } = await given();
  await editor.send('PUT', COPY, { body: { baseRevision: 1, title: 'Typed' } });
  expect((await editor.send('DELETE', COPY)).status).toBe(200);
  expect((await editor.send('GET', COPY)).json).toBeNull();
});

test('working copy is unvalidated and visible to its editor only', async () => {
  const { app, editor } = await given();
  const other = await givenUser(app);
  const typed = { title: '', slug: 'not a slug', body: 'Typed', publishAt: 'tomorrow', tags: [{ label: ' ' }] };
  const put = await editor.send('PUT', COPY, { body: { baseRevision: 1, ...typed, unknown: 'left out' } });
  expect(put.status).toBe(200);
  const kept = {
    postId: expect.any(String),
    baseRevision: 1,
    revision: 1,
    updatedAt: '2026-11-21T04:43:00Z',
    isStale: false,
    content: typed,
  };
  expect(put.json).toEqual(kept);
  expect((await editor.send('GET', COPY)).json).toEqual(kept);
  expect((await other.send('GET', COPY)).json).toBeNull();
  expect((await editor.send('GET', POST)).json).toMatchObject({ title: 'One', revision: 1 });
});

test('autosave does not change public responses or caches', async () => {
  const { app, editor } = await given();
  const revision = () => app.database.reader.selectFrom('services').select('revision').executeTakeFirstOrThrow();
  const [before, page] = [await revision(), (await app.get('/api/posts/news/note')).text];
  await editor.send('PUT', COPY, { body: { baseRevision: 1, title: 'Typed' } });
  await editor.send('PUT', COPY, { body: { baseRevision: 1, title: 'Typed more' } });
  expect(await revision()).toEqual(before);
  expect((await app.get('/api/posts/news/note')).text).toBe(page);
  expect((await editor.send('GET', `${POST}/revisions`)).json.items).toHaveLength(1);
  expect((await editor.send('GET', COPY)).json.content).toEqual({ title: 'Typed more' });
});

test('full save ends own copy and makes others stale', async () => {
  const { app, editor } = await given();
  const other = await givenUser(app);
  for (const { send } of [editor, other]) await send('PUT', COPY, { body: { baseRevision: 1, title: 'Typed' } });
  await editor.send('POST', POST, { body: { title: 'Typed', revision: 1 } });
  expect((await editor.send('GET', COPY)).json).toBeNull();
  expect((await other.send('GET', COPY)).json).toMatchObject({ isStale: true, baseRevision: 1 });
});

test('partial save keeps a copy with further changes as stale', async () => {
  const { editor } = await given();
  const typed = { title: 'Typed', body: 'Hours of work' };
  await editor.send('PUT', COPY, { body: { baseRevision: 1, ...typed } });
  await editor.send('POST', POST, { body: { title: 'Typed' } });
  expect((await editor.send('GET', COPY)).json).toMatchObject({ content: typed, isStale: true });
  await editor.send('POST', POST, { body: { body: 'Hours of work' } });
  expect((await editor.send('GET', COPY)).json).toBeNull();
});

test('saving an equivalent form ends the copy', async () => {
  const { app, editor } = await given();
  await givenCategory(app, { serviceId: 'news', slug: 'events' });
  const fileId = await givenFile(app, { serviceId: 'news' });
  const form = {
    ...{ slug: 'note', title: 'Typed ', label: '', description: null, author: 'Hana', contentId: '' },
    ...{ bodyFormat: 'markdown', editorMode: 'markdown', body: 'Typed\n', category: 'events' },
    ...{ status: 'publish', publishAt: '', isHiddenInList: false },
    ...{ thumbnail: { fileId, mimeType: 'image/png', caption: '' }, images: [{ fileId, caption: 'A' }], files: [] },
    ...{ links: [{ id: 1, url: 'https://example.org/', label: null }], tags: [{ label: ' tokyo ' }] },
  };
  await editor.send('PUT', COPY, { body: { baseRevision: 1, ...form } });
  expect((await editor.send('POST', POST, { body: form })).status).toBe(200);
  expect((await editor.send('GET', COPY)).json).toBeNull();
});

test('copy with any other change survives a title save', async () => {
  const { editor } = await given();
  const others: object[] = [
    { slug: 'other' },
    { label: 'Other' },
    { body: 'Other' },
    { editorMode: 'text' },
    { editorMode: 'text', bodyFormat: 'markdown' },
    { category: 'other' },
    { status: 'unpublish' },
    { status: 'no status' },
    { publishAt: '2026-11-22T10:00:00Z' },
    { isHiddenInList: true },
    { thumbnail: { fileId: '01hzx3v9d0q8e7m2k4n6p8r1st' } },
    { images: [{ fileId: '01hzx3v9d0q8e7m2k4n6p8r1st' }] },
    { links: [{ id: 1, url: 'https://example.org/' }] },
    { tags: [{ label: 'other' }] },
    { title: '' },
  ];
  for (const other of others) {
    await editor.send('PUT', COPY, { body: { baseRevision: 1, title: 'Typed', ...other } });
    expect((await editor.send('POST', POST, { body: { title: 'Typed' } })).status).toBe(200);
    expect((await editor.send('GET', COPY)).status, JSON.stringify(other)).toBe(200);
  }
});

test('changes typed during a save stay in the copy', async () => {
  let typeOn = async () => {};
  const { editor } = await given({
    ...inProcessRenderer,
    render: async (...source) => {
      await typeOn();
      return inProcessRenderer.render(...source);
    },
  });
  await editor.send('PUT', COPY, { body: { baseRevision: 1, body: 'Typed' } });
  typeOn = async () => void (await editor.send('PUT', COPY, { body: { baseRevision: 1, body: 'Typed more' } }));
  expect((await editor.send('POST', `${COPY}/save`, { body: {} })).json).toMatchObject({ body: 'Typed' });
  expect((await editor.send('GET', COPY)).json).toMatchObject({ content: { body: 'Typed more' }, isStale: true });
});

test('concurrent saves and autosaves do not deadlock', async () => {
  const { app, editor } = await given();
  const { postId } = await editor.send('GET', POST).then(({ json }) => json);
  const url = `/api/admin/posts/news/${postId}`;
  let isOver = false;
  const statuses = new Set<number>();
  const type = async () => {
    while (!isOver) {
      const body = { baseRevision: 1, title: 'Typed' };
      statuses.add((await editor.send('PUT', `${url}/working-copy`, { body })).status);
    }
  };
  const typing = Promise.all([type(), type()]);
  for (let round = 0; round < 40; round += 1) {
    const body = { slug: `slug-${round}`, title: 'Typed' };
    statuses.add((await editor.send('POST', url, { body })).status);
  }
  isOver = true;
  await typing;
  expect([...statuses]).toEqual([200]);
  expect(app.logged.filter(({ level }) => level === 'error')).toEqual([]);
});

test('rejected save keeps the copy', async () => {
  const { editor } = await given();
  await editor.send('PUT', COPY, { body: { baseRevision: 1, title: 'Typed' } });
  await editor.send('POST', `${POST}/status`, { body: { status: 'unpublish' } });
  expect((await editor.send('POST', POST, { body: { title: 'Saved', revision: 1 } })).status).toBe(409);
  expect((await editor.send('GET', COPY)).json.content).toEqual({ title: 'Typed' });
});

test('saved copy makes a revision and can be published', async () => {
  const { app, editor } = await given();
  await editor.send('POST', `${POST}/status`, { body: { status: 'unpublish' } });
  const typed = { title: 'Typed', body: '*New*', tags: [{ label: 'new' }], status: 'unpublish', publishAt: '' };
  await editor.send('PUT', COPY, { body: { baseRevision: 2, ...typed } });
  const { status, json } = await editor.send('POST', `${COPY}/save`, { body: { status: 'publish' } });
  expect(status).toBe(200);
  expect(json).toMatchObject({ revision: 3, title: 'Typed', status: 'published', bodyHtml: '<p><em>New</em></p>' });
  expect((await app.get('/api/posts/news/note')).json).toMatchObject({ title: 'Typed' });
  expect((await editor.send('GET', COPY)).json).toBeNull();
});

test('invalid copy is rejected with field errors and kept', async () => {
  const { editor } = await given();
  const typed = { title: '', slug: 'not a slug', links: [{ id: 'x', url: 'ftp:x' }] };
  await editor.send('PUT', COPY, { body: { baseRevision: 1, ...typed } });
  const { status, json } = await editor.send('POST', `${COPY}/save`, { body: {} });
  expect(status).toBe(400);
  expect(json.errors.map(({ field }: { field: string }) => field)).toEqual(['slug', 'title', 'id', 'url']);
  expect((await editor.send('GET', COPY)).json.content).toEqual(typed);
});

test('saving an empty copy returns 400', async () => {
  const { editor } = await given();
  await editor.send('PUT', COPY, { body: { baseRevision: 1 } });
  const { status, json } = await editor.send('POST', `${COPY}/save`, { body: {} });
  expect([status, json.message]).toEqual([400, 'Data is empty']);
});

test('stale copy returns 409 until the newer revision is given', async () => {
  const { app, editor } = await given();
  const other = await givenUser(app);
  await editor.send('PUT', COPY, { body: { baseRevision: 1, title: 'Typed' } });
  await other.send('POST', POST, { body: { title: 'Faster' } });
  const rejected = await editor.send('POST', `${COPY}/save`, { body: {} });
  expect(rejected.status).toBe(409);
  expect(rejected.json.current).toMatchObject({ revision: 2, title: 'Faster' });
  const { status, json } = await editor.send('POST', `${COPY}/save`, { body: { revision: 2 } });
  expect([status, json.revision, json.title]).toEqual([200, 3, 'Typed']);
});

test('API key has a working copy of its own', async () => {
  const { app, editor } = await given();
  const key = await givenApiKey(app, { may: 'write' });
  await key.send('PUT', COPY, { body: { baseRevision: 1, title: 'By a program' } });
  expect((await key.send('GET', COPY)).json.content).toEqual({ title: 'By a program' });
  expect((await editor.send('GET', COPY)).json).toBeNull();
});

test('deleting a post deletes its working copies', async () => {
  const { app, editor } = await given();
  await editor.send('PUT', COPY, { body: { baseRevision: 1, title: 'Typed' } });
  await editor.send('DELETE', POST);
  expect(await app.database.reader.selectFrom('postWorkingCopies').selectAll().execute()).toEqual([]);
});

test('concurrent autosave and deletion leave no copy', async () => {
  const { app, editor } = await given();
  for (let round = 0; round < 10; round += 1) {
    const { slug } = await givenPost(app);
    const url = `/api/admin/posts/news/${slug}`;
    const puts = Array.from({ length: 4 }, () =>
      editor.send('PUT', `${url}/working-copy`, { body: { baseRevision: 1, title: 'Typed' } }),
    );
    const deleted = editor.send('DELETE', url);
    for (const { status } of await Promise.all(puts)) expect([200, 404]).toContain(status);
    expect((await deleted).status).toBe(200);
  }
  expect(await app.database.reader.selectFrom('postWorkingCopies').selectAll().execute()).toEqual([]);
});

async function given(renderer: Renderer = inProcessRenderer): Promise<{ app: TestApp; editor: GivenUser }> {
  const app = await testApp({ renderer });
  await givenPost(app, { slug: 'note', title: 'One' });
  return { app, editor: await givenUser(app) };
}
