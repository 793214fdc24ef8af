import { expect, test } from 'vitest';
import { type PostRevision, postHistoryApi } from '#contract/post-history.ts';
import { loadConfig } from '#server/config.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { givenCategory, givenPost } from '#testing/given.ts';
import { givenFile } from '#testing/given-file.ts';
import { type GivenUser, givenUser } from '#testing/given-user.ts';

const HISTORY = '/api/admin/posts/news/note/revisions';

test('unknown post or revision returns 404, foreign post 400', async () => {
  const { app, editor } = await given();
  const other = await givenPost(app, { serviceId: 'other' });
  expect((await editor.send('GET', '/api/admin/posts/news/missing/revisions')).status).toBe(404);
  expect((await editor.send('GET', `/api/admin/posts/news/${other.postId}/revisions`)).status).toBe(400);
  for (const url of [`${HISTORY}/2`, `${HISTORY}/2/compare`, `${HISTORY}/1/compare?with=2`]) {
    expect((await editor.send('GET', url)).status, url).toBe(404);
  }
  expect((await editor.send('POST', `${HISTORY}/2/restore`, { body: {} })).status).toBe(404);
});

test('history lists every save, newest first', async () => {
  const { app, editor } = await given();
  app.clock.moveTo('2026-11-21T04:50:00Z');
  await editor.send('POST', '/api/admin/posts/news/note', { body: { title: 'Two' } });
  app.clock.moveTo('2026-11-21T05:10:00Z');
  await editor.send('POST', '/api/admin/posts/news/note/status', { body: { status: 'unpublish' } });
  const { json } = await editor.send('GET', HISTORY);
  const by = editor.username;
  expect(json).toEqual({
    items: [
      { revision: 3, kind: 'status', title: 'Two', savedAt: '2026-11-21T05:10:00Z', savedBy: by, isCurrent: true },
      { revision: 2, kind: 'saved', title: 'Two', savedAt: '2026-11-21T04:50:00Z', savedBy: by, isCurrent: false },
      {
        revision: 1,
        kind: 'created',
        title: 'One',
        savedAt: '2026-11-21T04:43:00Z',
        savedBy: 'tester',
        isCurrent: false,
      },
    ],
    pagerKey: null,
    pageToken: null,
  });
});

test('history is paged', async () => {
  const { editor } = await given();
  for (const title of ['Two', 'Three', 'Four', 'Five']) await save(editor, { title });
  const params = { serviceId: 'news', idOrSlug: 'note' };
  const read: PostRevision[] = [];
  let pagerKey: string | undefined;
  do {
    const page = await editor.call(postHistoryApi.list, { params, query: { count: 2, ...(pagerKey && { pagerKey }) } });
    read.push(...page.items);
    pagerKey = page.pagerKey ? JSON.stringify(page.pagerKey) : undefined;
  } while (pagerKey);
  expect(read.map(({ revision }) => revision)).toEqual([5, 4, 3, 2, 1]);
});

test('revision has all authored fields and no derived ones', async () => {
  const { editor } = await given();
  await save(editor, { title: 'Two', body: 'Other', tags: [] });
  const { json } = await editor.send('GET', `${HISTORY}/1`);
  expect(json).toMatchObject({ revision: 1, isCurrent: false });
  expect(json.content).toEqual({
    slug: 'note',
    title: 'One',
    label: '',
    description: '',
    author: '',
    language: '',
    contentId: expect.any(String),
    bodyFormat: 'markdown',
    editorMode: 'markdown',
    body: 'First line\nSecond line',
    categorySlug: 'food',
    tags: ['blue', 'red'],
    thumbnail: null,
    images: [],
    files: [],
    links: [],
    isHiddenInList: false,
    status: 'published',
    publishAt: '2026-11-21T04:43:00Z',
  });
});

test('revisions from before posts had a language are unchanged in it', async () => {
  const { editor, app } = await given();
  await save(editor, { title: 'Two' });
  const { content } = await app.database.writer
    .selectFrom('postRevisions')
    .select('content')
    .where('revision', '=', 1)
    .executeTakeFirstOrThrow();
  const { language, ...older } = JSON.parse(content);
  expect(language).toBe('');
  await app.database.writer
    .updateTable('postRevisions')
    .set({ content: JSON.stringify(older) })
    .where('revision', '=', 1)
    .execute();
  expect((await editor.send('GET', `${HISTORY}/1`)).json.content).toMatchObject({ language: '' });
  const { json } = await editor.send('GET', `${HISTORY}/1/compare?with=2`);
  expect(json.fields.map(({ field }: { field: string }) => field)).toEqual(['title']);
});

test('compares revisions by field and bodies by line', async () => {
  const { editor } = await given();
  await save(editor, { title: 'Two', body: 'First line\nAnother line\nThird line', tags: [{ label: 'red' }] });
  await save(editor, { description: 'Later' });
  const { json } = await editor.send('GET', `${HISTORY}/1/compare?with=2`);
  expect(json.before).toMatchObject({ revision: 1, isCurrent: false });
  expect(json.after).toMatchObject({ revision: 2, isCurrent: false });
  expect(json.fields).toEqual([
    { field: 'title', before: 'One', after: 'Two' },
    { field: 'tags', before: ['blue', 'red'], after: ['red'] },
  ]);
  expect(json.body).toEqual({
    kind: 'lines',
    lines: [
      { change: 'same', text: 'First line\n' },
      { change: 'removed', text: 'Second line' },
      { change: 'added', text: 'Another line\nThird line' },
    ],
  });
  const present = await editor.send('GET', `${HISTORY}/2/compare`);
  expect(present.json.after).toMatchObject({ revision: 3, isCurrent: true });
  expect(present.json.fields).toEqual([{ field: 'description', before: '', after: 'Later' }]);
  expect(present.json.body).toEqual({ kind: 'same' });
});

test('restore adds a revision with the former content', async () => {
  const { app, editor } = await given();
  await givenCategory(app, { serviceId: 'news', slug: 'travel' });
  const changes = { title: 'Two', body: 'Other', tags: [{ label: 'green' }], category: 'travel', slug: 'renamed' };
  await save(editor, { ...changes, label: 'L', isHiddenInList: true, links: [{ id: 1, url: 'https://example.com' }] });
  const { status, json } = await editor.send('POST', '/api/admin/posts/news/renamed/revisions/1/restore', { body: {} });
  expect(status).toBe(200);
  expect(json.missing).toEqual([]);
  expect(json.post).toMatchObject({
    ...{ revision: 3, title: 'One', slug: 'note', label: '', categorySlug: 'food', isHiddenInList: false, links: [] },
    bodyHtml: expect.stringContaining('First line'),
  });
  expect(json.post.tags.map(({ label }: { label: string }) => label)).toEqual(['blue', 'red']);
  const [newest] = (await editor.send('GET', HISTORY)).json.items;
  expect(newest).toMatchObject({ revision: 3, kind: 'restored', isCurrent: true });
  expect((await app.get('/api/posts/news/note')).json.bodyText).toContain('First line');
});

test('restore keeps renamed tags and recreates deleted ones', async () => {
  const { app, editor } = await given();
  const { tags } = (await editor.send('GET', '/api/admin/posts/news/note')).json;
  const idOf = (label: string) => tags.find((tag: { label: string }) => tag.label === label).tagId;
  await save(editor, { tags: [] });
  const url = '/api/admin/tags/news';
  await editor.send('POST', `${url}/${idOf('red')}`, { body: { label: 'crimson' } });
  await app.database.writer.deleteFrom('tags').where('label', '=', 'blue').execute();
  expect((await editor.send('GET', `${HISTORY}/1`)).json.content).toMatchObject({ tags: ['blue', 'red'] });
  const { json } = await editor.send('POST', `${HISTORY}/1/restore`, { body: {} });
  const again = json.post.tags.toSorted(byLabel);
  expect(again).toMatchObject([{ label: 'blue' }, { label: 'crimson', tagId: idOf('red') }]);
  const labels = (await app.database.reader.selectFrom('tags').select('label').execute()).map(({ label }) => label);
  expect(labels.toSorted()).toEqual(['blue', 'crimson']);
  expect((await editor.send('GET', `${HISTORY}/1/compare`)).json.fields).toEqual([
    { field: 'tags', before: ['blue', 'red'], after: ['blue', 'crimson'] },
  ]);
});

test('renamed tag alone makes no new revision on restore', async () => {
  const { editor } = await given();
  const { tags } = (await editor.send('GET', '/api/admin/posts/news/note')).json;
  await editor.send('POST', `/api/admin/tags/news/${tags[0].tagId}`, { body: { label: 'other' } });
  const { json } = await editor.send('POST', `${HISTORY}/1/restore`, { body: {} });
  expect(json.post.revision).toBe(1);
});

test('restores tags of revisions that store labels only', async () => {
  const { app, editor } = await given();
  await save(editor, { tags: [] });
  const { writer } = app.database;
  const stored = await writer.selectFrom('postRevisions').select('content').where('revision', '=', 1).execute();
  const { tagIds, ...content } = JSON.parse(stored[0]?.content ?? '');
  expect(tagIds).toHaveLength(2);
  await writer
    .updateTable('postRevisions')
    .set({ content: JSON.stringify(content) })
    .where('revision', '=', 1)
    .execute();
  const { json } = await editor.send('POST', `${HISTORY}/1/restore`, { body: {} });
  expect(json.post.tags.map(({ label }: { label: string }) => label)).toEqual(['blue', 'red']);
});

test('restore of identical content adds no revision', async () => {
  const { editor } = await given();
  const { status, json } = await editor.send('POST', `${HISTORY}/1/restore`, { body: {} });
  expect(status).toBe(200);
  expect(json.post.revision).toBe(1);
  expect((await editor.send('GET', HISTORY)).json.items).toHaveLength(1);
});

test('restore keeps the publication status', async () => {
  const { app, editor } = await given();
  await editor.send('POST', '/api/admin/posts/news/note/status', { body: { status: 'unpublish' } });
  await save(editor, { title: 'Two' });
  const taken = await editor.send('POST', `${HISTORY}/1/restore`, { body: {} });
  expect(taken.json.post).toMatchObject({ title: 'One', status: 'unpublished' });
  expect((await app.get('/api/posts/news/note')).status).toBe(404);
  await editor.send('POST', '/api/admin/posts/news/note/status', { body: { status: 'publish' } });
  const published = await editor.send('POST', `${HISTORY}/3/restore`, { body: {} });
  expect(published.json.post).toMatchObject({ title: 'Two', status: 'published' });
});

test('restore from a stale revision returns 409 with current post', async () => {
  const { editor } = await given();
  await save(editor, { title: 'Two' });
  const { status, json } = await editor.send('POST', `${HISTORY}/1/restore`, { body: { revision: 1 } });
  expect(status).toBe(409);
  expect(json).toMatchObject({ message: 'Changed by somebody else', current: { revision: 2, title: 'Two' } });
  expect((await editor.send('POST', `${HISTORY}/1/restore`, { body: { revision: 2 } })).status).toBe(200);
});

test('restore reports missing parts and restores the rest', async () => {
  const { app, editor } = await given();
  const [kept, back, lost] = [await givenFile(app), await givenFile(app), await givenFile(app)];
  const images = [{ fileId: kept, caption: 'Kept' }, { fileId: back }, { fileId: lost }];
  await save(editor, { images, thumbnail: { fileId: lost } });
  await save(editor, { slug: 'renamed', category: null, images: [], thumbnail: null });
  await givenPost(app, { slug: 'note' });
  const files = app.database.writer.updateTable('files').set({ status: 'removed' });
  await files.where('fileId', 'in', [back, lost]).execute();
  await files.set({ isWithdrawn: 1 }).where('fileId', '=', lost).execute();
  await app.database.writer.deleteFrom('categories').where('slug', '=', 'food').execute();
  const { json } = await editor.send('POST', '/api/admin/posts/news/renamed/revisions/2/restore', { body: {} });
  expect(json.missing).toEqual([
    { field: 'slug', value: 'note' },
    { field: 'category', value: 'food' },
    { field: 'files', value: lost },
  ]);
  expect(json.post).toMatchObject({ slug: 'renamed', categorySlug: null, thumbnail: null });
  expect(json.post.images).toEqual([
    { fileId: kept, mimeType: 'image/png', caption: 'Kept' },
    { fileId: back, mimeType: 'image/png' },
  ]);
  const { status } = await app.database.reader
    .selectFrom('files')
    .select('status')
    .where('fileId', '=', back)
    .executeTakeFirstOrThrow();
  expect(status).toBe('published');
});

test('very different long bodies are not compared by line', { tags: ['extended'] }, async () => {
  const { editor } = await given();
  const lines = (word: string, count: number) => Array.from({ length: count }, (_, at) => `${word} ${at}`).join('\n');
  await save(editor, { bodyFormat: 'text', body: lines('before', 30_000) });
  await save(editor, { body: lines('after', 30_000) });
  await save(editor, { body: lines('before', 3_000) });
  await save(editor, { body: lines('after', 3_000) });
  await save(editor, { body: `${lines('after', 1_500)}\nNew\n${lines('after', 3_000).slice(-50)}` });
  const long = await editor.send('GET', `${HISTORY}/2/compare?with=3`);
  const different = await editor.send('GET', `${HISTORY}/4/compare?with=5`);
  const alike = await editor.send('GET', `${HISTORY}/5/compare?with=6`);
  expect(long.json.body.kind).toBe('texts');
  expect(different.json.body).toEqual({ kind: 'texts', before: expect.any(String), after: expect.any(String) });
  expect(alike.json.body.kind).toBe('lines');
});

test('history keeps the configured number of revisions', async () => {
  const { editor, app } = await given(3);
  for (const title of ['Two', 'Three', 'Four', 'Five']) await save(editor, { title });
  const { json } = await editor.send('GET', HISTORY);
  expect(json.items.map(({ revision }: PostRevision) => revision)).toEqual([5, 4, 3]);
  expect((await editor.send('GET', `${HISTORY}/2`)).status).toBe(404);
  expect((await app.get('/api/config')).text).not.toContain('maxRevisions');
});

async function given(maxRevisions = 200): Promise<{ app: TestApp; editor: GivenUser }> {
  const config = await loadConfig({}, '/nonexistent');
  const content = { ...config.site.content, history: { maxRevisions, maxDays: 365 } };
  const app = await testApp({ config: { ...config, site: { ...config.site, content } } });
  await givenPost(app, {
    ...{ slug: 'note', title: 'One', body: 'First line\nSecond line', category: 'food', tags: ['red', 'blue'] },
  });
  return { app, editor: await givenUser(app) };
}

function byLabel(one: { label: string }, other: { label: string }): number {
  return one.label < other.label ? -1 : 1;
}

async function save(editor: GivenUser, body: object): Promise<void> {
  const { json } = await editor.send('GET', '/api/admin/posts/news?count=1');
  expect((await editor.send('POST', `/api/admin/posts/news/${json.items[0].postId}`, { body })).status).toBe(200);
}
