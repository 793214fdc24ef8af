import { expect, test } from 'vitest';
import { JsonValue } from '#contract/text.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { givenPost, givenService } from '#testing/given.ts';
import { givenFile } from '#testing/given-file.ts';
import { givenUser } from '#testing/given-user.ts';

const POSTS = '/api/admin/posts/news';
const creation = { slug: 'note', title: 'Note', bodyFormat: 'markdown', body: 'Hello', status: 'publish' };

async function editorOf(app: TestApp) {
  await givenService(app, { serviceId: 'news' });
  const { send } = await givenUser(app);
  const create = (body: object = {}) => send('POST', POSTS, { body: { ...creation, ...body } });
  const save = (body: object) => send('POST', `${POSTS}/note`, { body });
  const read = async () => (await send('GET', `${POSTS}/note`)).json;
  const readPublic = async () => (await app.get('/api/posts/news/note')).json;
  return { send, create, save, read, readPublic };
}

test('stores label and content id, defaulting to the post id', async () => {
  const { create, save, read, readPublic } = await editorOf(await testApp());
  const { json } = await create();
  expect(json).toMatchObject({ label: '', contentId: json.postId });
  expect(await readPublic()).not.toHaveProperty('label');
  expect((await save({ label: 'Short', contentId: 'talk-about-it' })).status).toBe(200);
  expect(await readPublic()).toMatchObject({ label: 'Short', contentId: 'talk-about-it' });
  await save({ contentId: '' });
  expect(await read()).toMatchObject({ label: 'Short', contentId: json.postId });
});

test('stores a language, which readers see once it is chosen', async () => {
  const { create, save, read, readPublic } = await editorOf(await testApp());
  expect((await create()).json).toMatchObject({ language: '' });
  expect(await readPublic()).not.toHaveProperty('language');
  for (const language of ['ja', 'en-GB', 'zh-Hant-TW', 'es-419']) {
    expect((await save({ language })).status).toBe(200);
    expect(await readPublic()).toMatchObject({ language });
  }
  await save({ title: 'Other' });
  expect(await read()).toMatchObject({ language: 'es-419' });
  await save({ language: '' });
  expect(await readPublic()).not.toHaveProperty('language');
});

test('lists, related posts and neighbors have the chosen language', async () => {
  const app = await testApp();
  for (const [hour, language] of ['fr', '', 'en-GB'].entries()) {
    const publishAt = new Date(Date.UTC(2026, 10, 20, hour));
    await givenPost(app, { slug: `at-${hour}`, title: 'Note', language, tags: ['ink'], publishAt });
  }
  const languagesIn = async (path: string) => {
    const { items } = (await app.get(`/api/posts/news${path}`)).json;
    return items.map(({ language }: { language?: string }) => language).toSorted();
  };
  const all = ['en-GB', 'fr', undefined];
  expect(await languagesIn('')).toEqual(all);
  expect(await languagesIn('?withBody=0')).toEqual(all);
  expect(await languagesIn('/search?q=note')).toEqual(all);
  expect(await languagesIn('/at-1/related')).toEqual(['fr']);
  const { previous, next } = (await app.get('/api/posts/news/at-1/adjacent')).json;
  expect([previous.language, next.language]).toEqual(['fr', 'en-GB']);
});

test('labels of footnotes follow the chosen language', async () => {
  const { create, save, send } = await editorOf(await testApp());
  const body = 'A[^a].\n\n[^a]: B.';
  expect((await create({ body })).json.bodyHtml).toContain('>Footnotes</h2>');
  expect((await save({ language: 'ja' })).json.bodyHtml).toContain('>脚注</h2>');
  expect((await save({ title: 'Other' })).json.bodyHtml).toContain('>脚注</h2>');
  expect((await save({ language: '' })).json.bodyHtml).toContain('>Footnotes</h2>');
  const preview = { body, bodyFormat: 'markdown', language: 'ja' };
  expect((await send('POST', `${POSTS}/preview`, { body: preview })).json.bodyHtml).toContain('>脚注</h2>');
});

const invalidFields = [
  [{ label: 'x'.repeat(101) }, 'label'],
  [{ contentId: 'No spaces' }, 'content_id'],
  [{ language: 'Japanese' }, 'language'],
  [{ language: 'en_US' }, 'language'],
  [{ contentId: 'abc' }, 'content_id'],
  [{ editorMode: 'vi' }, 'editor_mode'],
  [{ bodyFormat: 'asciidoc' }, 'body_format'],
  [{ bodyFormat: 'html', editorMode: 'markdown' }, 'editor_mode'],
  [{ thumbnail: { fileId: 'x' } }, 'file_id'],
  [{ images: Array.from({ length: 6 }, (_, index) => ({ fileId: `01hzx3w7gg8hh9jj0kk1mm2nn${index}` })) }, 'images'],
  [{ files: [1, 1].map(() => ({ fileId: '01hzx3w7gg8hh9jj0kk1mm2nn3' })) }, 'files'],
] as const;

test('invalid field is rejected by name and nothing is stored', async () => {
  const { create, save, read } = await editorOf(await testApp());
  for (const [wrong, field] of invalidFields) {
    const rejected = await create(wrong);
    expect([rejected.status, rejected.json.errors[0].field], field).toEqual([400, field]);
  }
  expect((await create()).status).toBe(200);
  const before = await read();
  for (const [wrong, field] of invalidFields) {
    const rejected = await save({ ...wrong, title: 'Other' });
    expect([rejected.status, rejected.json.errors[0].field], field).toEqual([400, field]);
    expect(await read()).toEqual(before);
  }
});

test.for([
  ['richText', 'html'],
  ['rawHtml', 'html'],
  ['markdown', 'markdown'],
  ['text', 'text'],
  ['json', 'json'],
] as const)('editor %s writes %s', async ([editorMode, bodyFormat]) => {
  const { create, save, read } = await editorOf(await testApp());
  const { json } = await create({ bodyFormat, editorMode, body: '{"a":1}' });
  expect(json).toMatchObject({ editorMode, bodyFormat, body: '{"a":1}' });
  // Existing clients send the format only, which must keep the editor.
  await save({ bodyFormat, title: 'Again' });
  expect(await read()).toMatchObject({ editorMode, bodyFormat, title: 'Again' });
});

test('changing the format renders the same body again', async () => {
  const { create, save, readPublic } = await editorOf(await testApp());
  await create({ body: '*Hello*' });
  expect((await readPublic()).bodyHtml).toContain('<em>');
  await save({ editorMode: 'text' });
  expect(await readPublic()).toMatchObject({ bodyFormat: 'text', body: '*Hello*', bodyText: '*Hello*' });
  expect((await save({ editorMode: 'json' })).json).toMatchObject({ message: 'body is invalid as json' });
  expect((await readPublic()).bodyFormat).toBe('text');
});

test('JSON body is returned parsed', async () => {
  const { create, save, read, readPublic } = await editorOf(await testApp());
  const value = { list: [1, 'two', null, { deep: true }], 瓦: '版' };
  await create({ editorMode: 'json', bodyFormat: 'json', body: JSON.stringify(value) });
  expect((await read()).bodyJson).toEqual(value);
  expect((await readPublic()).bodyJson).toEqual(value);
  await save({ body: 'null' });
  expect((await read()).bodyJson).toBeNull();
});

test('invalid JSON body is rejected', async () => {
  const { create } = await editorOf(await testApp());
  for (const [body, name] of [
    ['{', 'what is no JSON'],
    ['', 'nothing'],
    ['[1e999]', 'a number that JSON cannot say again'],
  ]) {
    const { status, json } = await create({ bodyFormat: 'json', body });
    expect([status, json], name).toEqual([
      400,
      { message: 'body is invalid as json', errors: [{ field: 'body', message: 'InvalidInput' }] },
    ]);
  }
});

test('JSON body may nest a hundred levels deep', async () => {
  const { create } = await editorOf(await testApp());
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  for (const depth of [101, 5000]) {
    const { status, json } = await create({ bodyFormat: 'json', body: nested(depth) });
    expect([status, json]).toEqual([
      400,
      { message: 'Validation Failed', errors: [{ field: 'body', message: 'Too complex' }] },
    ]);
  }
  expect((await create({ bodyFormat: 'json', body: nested(100) })).status).toBe(200);
});

test('JSON body with too many levels or values is rejected', async () => {
  const { create } = await editorOf(await testApp());
  for (const [name, body] of [
    ['nests too deeply for any stack', `${'['.repeat(400_000)}${']'.repeat(400_000)}`],
    ['has more values than may be', `[${Array.from({ length: 200_001 }, () => '{}').join(',')}]`],
  ]) {
    expect(await create({ bodyFormat: 'json', body }), name).toMatchObject({
      status: 400,
      json: { message: 'Validation Failed', errors: [{ field: 'body', message: 'Too complex' }] },
    });
  }
});

test('JSON body keeps every key without validation per value', async () => {
  const { create, readPublic } = await editorOf(await testApp());
  const body = '{"__proto__":{"a":1},"constructor":2,"list":[{}]}';
  await create({ bodyFormat: 'json', body });
  expect(JSON.stringify((await readPublic()).bodyJson)).toBe(body);
  const unexpectedKeys: unknown[] = [];
  const watched = new Proxy([1, 2, 3], {
    get: (values, key) => {
      unexpectedKeys.push(key);
      return Reflect.get(values, key);
    },
  });
  expect(JsonValue.parse(watched) === watched).toBe(true);
  expect(unexpectedKeys).toEqual([]);
});

test('files keep order and captions and become published', async () => {
  const app = await testApp();
  const { create, save, read, readPublic } = await editorOf(app);
  const [one, two] = [await givenFile(app), await givenFile(app, { mimeType: 'image/gif' })];
  const document = await givenFile(app, { fileType: 'file' });
  await create({
    thumbnail: { fileId: two },
    images: [
      { fileId: two, mimeType: 'image/gif' },
      { fileId: one, mimeType: 'text/html', caption: '絵' },
    ],
    files: [{ fileId: document, caption: null }],
  });
  const held = {
    thumbnail: { fileId: two, mimeType: 'image/gif' },
    images: [
      { fileId: two, mimeType: 'image/gif' },
      { fileId: one, mimeType: 'image/png', caption: '絵' },
    ],
    files: [{ fileId: document, mimeType: 'application/pdf' }],
  };
  expect(await readPublic()).toMatchObject(held);
  expect((await app.get('/api/posts/news')).json.items[0]).toMatchObject(held);
  const statuses = await app.database.reader.selectFrom('files').select('status').distinct().execute();
  expect(statuses).toEqual([{ status: 'published' }]);
  await save({ title: 'Other' });
  expect(await read()).toMatchObject(held);
  await save({ thumbnail: null, images: [] });
  const { thumbnail, images, files } = await read();
  expect({ thumbnail, images, files }).toEqual({ thumbnail: null, images: [], files: held.files });
});

test('unknown, removed and foreign files are rejected by id', async () => {
  const app = await testApp();
  const { create } = await editorOf(app);
  const foreign = await givenFile(app, { serviceId: 'other' });
  const removed = await givenFile(app, { status: 'removed' });
  for (const fileId of [foreign, removed, '01hzx3w7gg8hh9jj0kk1zzzzzz']) {
    for (const where of [{ images: [{ fileId }] }, { files: [{ fileId }] }, { thumbnail: { fileId } }]) {
      const { status, json } = await create(where);
      expect([status, json.message]).toEqual([400, `fileId ${fileId} not exists`]);
    }
  }
});

test('history records every save with changes', async () => {
  const app = await testApp();
  const { send, create, save } = await editorOf(app);
  const { json } = await create({ tags: [{ label: '墨' }], body: 'One' });
  await save({ title: 'Two', tags: [{ label: '紙' }] });
  await save({ title: 'Two' });
  await send('POST', `${POSTS}/note/status`, { body: { status: 'unpublish' } });
  const kept = await app.database.reader
    .selectFrom('postRevisions')
    .selectAll()
    .where('postId', '=', json.postId)
    .orderBy('revision')
    .execute();
  expect(kept.map(({ revision, kind }) => [revision, kind])).toEqual([
    [1, 'created'],
    [2, 'saved'],
    [3, 'status'],
  ]);
  expect(kept.map(({ content }) => JSON.parse(content))).toMatchObject([
    { title: 'Note', tags: ['墨'], body: 'One', status: 'published' },
    { title: 'Two', tags: ['紙'], body: 'One', status: 'published' },
    { title: 'Two', tags: ['紙'], body: 'One', status: 'unpublished' },
  ]);
});
