import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { AdminFile, FilePagerKey } from '#contract/admin-files.ts';
import type { FileRow } from '#server/database/media-tables.ts';
import type { Page } from '#server/http/pager.ts';
import { toNameKey } from '#server/media/index.ts';
import { testApp } from '#testing/app.ts';
import { givenPost } from '#testing/given.ts';
import { givenFile } from '#testing/given-file.ts';
import { givenUser } from '#testing/given-user.ts';

const LIBRARY = '/api/admin/files/news';
const unknown = '01hzx3w7gg8hh9jj0kk1zzzzzz';

async function given() {
  const app = await testApp();
  const editor = await givenUser(app);
  const uploaded = (name: string, columns: Partial<FileRow> = {}) =>
    givenFile(app, { name, isUploaded: true, columns: { nameKey: toNameKey(name), ...columns } });
  const list = async (query = '') => (await editor.send('GET', `${LIBRARY}${query}`)).json;
  const names = async (query = '') => (await list(query)).items.map(({ name }: { name: string }) => name);
  return { app, editor, uploaded, list, names };
}

test('returns 400 with the field for out-of-range values', async () => {
  const { editor } = await given();
  for (const [method, url, body, field] of [
    ['GET', `${LIBRARY}?type=pictures`, undefined, 'type'],
    ['GET', `${LIBRARY}?name=${'x'.repeat(129)}`, undefined, 'name'],
    [
      'GET',
      `${LIBRARY}?sort=size&pagerKey=${encodeURIComponent(JSON.stringify({ fileId: unknown, serviceId: 'news', place: 'x' }))}`,
      undefined,
      'pager_key',
    ],
    ['POST', `${LIBRARY}/${unknown}`, { name: ' ' }, 'name'],
    ['POST', `${LIBRARY}/${unknown}`, { name: 'x'.repeat(129) }, 'name'],
    ['POST', `${LIBRARY}/${unknown}`, { alt: { en: 'x'.repeat(501) } }, 'en'],
    ['POST', `${LIBRARY}/${unknown}`, { caption: 'x' }, 'caption'],
  ] as const) {
    const { status, json } = await editor.send(method, url, { body });
    expect([status, json.errors?.[0]?.field], `${method} ${url} ${JSON.stringify(body)}`).toEqual([400, field]);
  }
});

test('returns 400 for an empty change', async () => {
  const { editor, uploaded } = await given();
  const fileId = await uploaded('a.png');
  for (const body of [{}, { name: null }, { alt: {} }, { isKept: false }]) {
    const { status, json } = await editor.send('POST', `${LIBRARY}/${fileId}`, { body });
    expect([status, json.message], JSON.stringify(body)).toEqual([400, 'Data is empty']);
  }
});

test('lists uploaded files newest first with all editor fields', async () => {
  const { app, uploaded, list } = await given();
  await givenFile(app, { name: 'announced.png' });
  await givenFile(app, { serviceId: 'other', isUploaded: true });
  const old = await uploaded('夏祭り.png', {
    width: 1600,
    height: 800,
    digest: 'd',
    size: 12_345,
    altEn: 'A stage',
    captionJa: '舞台',
  });
  app.clock.moveTo('2026-11-21T05:00:00Z');
  const recent = await uploaded('copy.png', { digest: 'd' });
  const { items, pagerKey, pageToken } = await list();
  expect({ pagerKey, pageToken }).toEqual({ pagerKey: null, pageToken: null });
  expect(items.map(({ fileId }: { fileId: string }) => fileId)).toEqual([recent, old]);
  expect(items[1]).toMatchObject({
    fileId: old,
    serviceId: 'news',
    fileType: 'image',
    mimeType: 'image/png',
    extension: 'png',
    name: '夏祭り.png',
    size: 12_345,
    status: 'reserved',
    version: 1,
    width: 1600,
    height: 800,
    alt: { en: 'A stage' },
    caption: { ja: '舞台' },
    isUsed: false,
    isWithdrawn: false,
    isAnimated: false,
    createdAt: '2026-11-21T04:43:00Z',
    uploadedAt: '2026-11-21T04:43:00Z',
    createdBy: 'x',
    src: `/media/news/images/${old}/raw.png`,
    sameAs: { fileId: recent, name: 'copy.png' },
  });
  expect(items[1].variants).toContainEqual({
    size: '800x800',
    width: 800,
    height: 400,
    src: `/media/news/images/${old}/800x800.png`,
  });
  expect(items[0].sameAs).toEqual({ fileId: old, name: '夏祭り.png' });
});

test('sorts in both orders across pages', async () => {
  const { app, uploaded, list } = await given();
  const sizes = { 'a.png': 300, 'b.png': 5, 'c.png': 2 ** 40, 'd.pdf': 40 };
  for (const [minute, name] of (['c.png', 'a.png', 'd.pdf', 'b.png'] as const).entries()) {
    app.clock.moveTo(`2026-11-21T05:0${minute}:00Z`);
    await uploaded(name, { size: sizes[name] });
  }
  for (const [sort, expected] of [
    ['createdAt', ['c.png', 'a.png', 'd.pdf', 'b.png']],
    ['name', ['a.png', 'b.png', 'c.png', 'd.pdf']],
    ['size', ['b.png', 'd.pdf', 'a.png', 'c.png']],
  ] as const) {
    for (const form of ['pagerKey', 'pageToken'] as const) {
      const found = async (order: string) => {
        const files = await filesOf(list, `?sort=${sort}&order=${order}&count=1`, form);
        return files.map(({ name }) => name);
      };
      expect(await found('asc'), form).toEqual(expected);
      expect(await found('desc'), form).toEqual(expected.toReversed());
    }
  }
});

async function filesOf(
  list: (query: string) => Promise<Page<AdminFile, FilePagerKey>>,
  query: string,
  form: 'pagerKey' | 'pageToken' = 'pageToken',
): Promise<AdminFile[]> {
  const found: AdminFile[] = [];
  let next = '';
  do {
    const { items, pagerKey, pageToken } = await list(query + next);
    found.push(...items);
    const key = form === 'pagerKey' ? JSON.stringify(pagerKey) : (pageToken ?? '');
    next = pagerKey ? `&${form}=${encodeURIComponent(key)}` : '';
  } while (next !== '');
  return found;
}

test('lists all files of equal name, size and time', async () => {
  const { uploaded, list } = await given();
  const ids: string[] = [];
  for (let made = 0; made < 7; made += 1) ids.push(await uploaded('same.png'));
  for (const sort of ['createdAt', 'name', 'size']) {
    const found = (await filesOf(list, `?sort=${sort}&count=3`)).map(({ fileId }) => fileId);
    expect(found.toSorted(), sort).toEqual(ids.toSorted());
  }
});

test('pages past names of unusual letters', async () => {
  const { uploaded, list } = await given();
  // U+FDFA normalizes to 18 letters.
  await uploaded('\ufdfa'.repeat(128));
  await uploaded('"\\'.repeat(64));
  const { pagerKey, pageToken } = await list('?sort=name&order=desc&count=1');
  const byKey = await list(`?sort=name&order=desc&count=1&pagerKey=${encodeURIComponent(JSON.stringify(pagerKey))}`);
  const byToken = await list(`?sort=name&order=desc&count=1&pageToken=${encodeURIComponent(pageToken)}`);
  expect([byKey.items.length, byToken.items.length]).toEqual([1, 1]);
});

test('finds files by part of a name in any script', async () => {
  const { uploaded, names } = await given();
  for (const name of ['Summer Festival.PNG', 'ｶﾞｲﾄﾞ100%_a.pdf', 'ガイド.pdf', 'жук.png', '夏祭り.png'])
    await uploaded(name);
  for (const [part, expected] of [
    ['summer', ['Summer Festival.PNG']],
    ['FESTIVAL.png', ['Summer Festival.PNG']],
    ['ガイド', ['ｶﾞｲﾄﾞ100%_a.pdf', 'ガイド.pdf']],
    ['ｶﾞｲﾄﾞ', ['ｶﾞｲﾄﾞ100%_a.pdf', 'ガイド.pdf']],
    ['ЖУК', ['жук.png']],
    ['%_', ['ｶﾞｲﾄﾞ100%_a.pdf']],
    ['％', ['ｶﾞｲﾄﾞ100%_a.pdf']],
    ['祭', ['夏祭り.png']],
    ['nothing', []],
    ["'", []],
  ] as const) {
    expect((await names(`?sort=name&order=asc&name=${encodeURIComponent(part)}`)).toSorted(), part).toEqual(
      expected.toSorted(),
    );
  }
});

test('filters by file type or MIME type', async () => {
  const { app, uploaded, names } = await given();
  await uploaded('a.png');
  await uploaded('b.gif', { mimeType: 'image/gif' });
  await givenFile(app, { fileType: 'file', name: 'c.pdf', isUploaded: true });
  await givenFile(app, { fileType: 'file', mimeType: 'image/png', name: 'd.png', isUploaded: true });
  const found = async (type: string) => (await names(`?type=${type}`)).toSorted();
  expect(await found('image')).toEqual(['a.png', 'b.gif']);
  expect(await found('file')).toEqual(['c.pdf', 'd.png']);
  expect(await found('image/png')).toEqual(['a.png', 'd.png']);
  expect(await found('image/svg%2Bxml')).toEqual([]);
  expect(await found('')).toHaveLength(4);
});

test('filters unused and removed files', async () => {
  const { app, editor, uploaded, names, list } = await given();
  const used = await uploaded('used.png');
  await uploaded('unused.png');
  const deleted = await uploaded('gone.png');
  await givenPost(app, { body: `![](/media/news/images/${used}/raw.png)` });
  await editor.send('DELETE', `${LIBRARY}/${deleted}`);
  expect((await names()).toSorted()).toEqual(['unused.png', 'used.png']);
  expect(await names('?isUnused=1')).toEqual(['unused.png']);
  expect(await names('?isRemoved=1')).toEqual(['gone.png']);
  expect(await names('?isRemoved=true&isUnused=1&type=image&name=gone')).toEqual(['gone.png']);
  expect(await names('?isRemoved=true&type=file')).toEqual([]);
  const [file] = (await list('?name=used&sort=name&order=desc&type=image&count=1')).items;
  expect(file).toMatchObject({ name: 'used.png', isUsed: true });
});

test('ends a page early at the scan limit and continues', async () => {
  const { app, uploaded, list } = await given();
  const first = await uploaded('the only one.png');
  const row = await app.database.reader
    .selectFrom('files')
    .selectAll()
    .where('fileId', '=', first)
    .executeTakeFirstOrThrow();
  const x = sql.lit('x');
  const number = sql`'b' || ${sql.lit('0'.repeat(19))} || cast(100000 + n as text)`;
  const changed: Record<string, unknown> = {
    fileId: number,
    name: x,
    nameKey: x,
    createdAt: sql.lit('2026-11-21T06:00:00Z'),
  };
  const columns = Object.keys(row);
  await sql`insert into files (${sql.join(columns.map((name) => sql.ref(name)))})
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 21000)
    select ${sql.join(columns.map((name) => changed[name] ?? sql.ref(name)))}
    from files, numbers where ${sql.ref('fileId')} = ${first}`.execute(app.database.writer);
  const page = await list('?name=only');
  expect(page.items).toEqual([]);
  expect(page.pagerKey).not.toBeNull();
  const rest = await list(`?name=only&pageToken=${encodeURIComponent(page.pageToken)}`);
  expect(rest.items.map(({ fileId }: { fileId: string }) => fileId)).toEqual([first]);
  expect(rest.pagerKey).toBeNull();
});

test('changes the texts one by one and clears empty ones', async () => {
  const { app, editor, uploaded } = await given();
  const fileId = await uploaded('a.png', { altEn: 'Old', captionEn: 'Old' });
  const change = async (body: object) => (await editor.send('POST', `${LIBRARY}/${fileId}`, { body })).json;
  app.clock.moveTo('2026-11-21T05:00:00Z');
  const changed = await change({ name: ' 夏 ', alt: { ja: ' 舞台 ' }, caption: { en: '' } });
  expect(changed).toMatchObject({ name: '夏', alt: { en: 'Old', ja: '舞台' }, updatedAt: '2026-11-21T05:00:00Z' });
  expect(changed.caption).toEqual({});
  app.clock.moveTo('2026-11-21T05:01:00Z');
  expect(await change({ name: '夏' })).toEqual(changed);
  expect((await editor.send('GET', `${LIBRARY}/${fileId}`)).json).toEqual(changed);
});

test('invalidates caches only when visible texts change', async () => {
  const { app, editor, uploaded } = await given();
  const fileId = await uploaded('a.png');
  const revision = async () => {
    const services = app.database.reader.selectFrom('services').select('revision');
    return (await services.where('serviceId', '=', 'news').executeTakeFirstOrThrow()).revision;
  };
  const before = await revision();
  await editor.send('POST', `${LIBRARY}/${fileId}`, { body: { isKept: true } });
  await editor.send('DELETE', `${LIBRARY}/${fileId}`);
  await editor.send('POST', `${LIBRARY}/${fileId}/restore`, { body: {} });
  expect(await revision()).toBe(before);
  await editor.send('POST', `${LIBRARY}/${fileId}`, { body: { alt: { en: 'A stage' } } });
  expect(await revision()).toBe(before + 1);
  await editor.send('DELETE', `${LIBRARY}/${fileId}?isForced=1`);
  expect(await revision()).toBe(before + 2);
  await editor.send('POST', `${LIBRARY}/${fileId}/restore`, { body: {} });
  expect(await revision()).toBe(before + 3);
});

test('adds a file uploaded for a post to the library', async () => {
  const { app, editor, uploaded } = await given();
  const fileId = await uploaded('a.png');
  const { json } = await editor.send('POST', `${LIBRARY}/${fileId}`, { body: { isKept: true } });
  expect(json.status).toBe('published');
  const announced = await givenFile(app, { name: 'later.png' });
  const early = await editor.send('POST', `${LIBRARY}/${announced}`, { body: { isKept: 1 } });
  expect(early.json).toMatchObject({ status: 'reserved', uploadedAt: null, src: null });
});

test('shows a removed file repeatedly and restores it', async () => {
  const { app, editor, uploaded, names } = await given();
  const fileId = await uploaded('a.png');
  const url = `${LIBRARY}/${fileId}`;
  const removed = await editor.send('DELETE', url);
  expect(removed).toMatchObject({ status: 200, json: { fileId, status: 'removed', isWithdrawn: false } });
  app.clock.moveTo('2026-11-21T05:00:00Z');
  expect((await editor.send('DELETE', url)).json).toEqual(removed.json);
  expect((await editor.send('DELETE', `${url}?isForced=true`)).json).toMatchObject({ isWithdrawn: true });
  expect((await editor.send('GET', url)).json).toMatchObject({ status: 'removed', isWithdrawn: true });
  expect(await names()).toEqual([]);
  const back = await editor.send('POST', `${url}/restore`, { body: {} });
  expect(back).toMatchObject({ status: 200, json: { status: 'published', isWithdrawn: false } });
  expect((await editor.send('POST', `${url}/restore`, { body: {} })).json).toEqual(back.json);
  expect(await names()).toEqual(['a.png']);
  await app.database.writer.deleteFrom('files').where('fileId', '=', fileId).execute();
  expect((await editor.send('POST', `${url}/restore`, { body: {} })).status).toBe(404);
});

test('returns 404 when restoring a file never uploaded', async () => {
  const { app, editor } = await given();
  const fileId = await givenFile(app, { status: 'removed' });
  expect((await editor.send('POST', `${LIBRARY}/${fileId}/restore`, { body: {} })).status).toBe(404);
});

test('lists posts using a file with all places, paged', async () => {
  const { app, editor, uploaded } = await given();
  const fileId = await uploaded('a.png');
  const file = { fileId };
  const create = async (slug: string, body: object) => {
    const creation = { slug, title: `Title of ${slug}`, bodyFormat: 'markdown', status: 'draft', ...body };
    return (await editor.send('POST', '/api/admin/posts/news', { body: creation })).json;
  };
  const text = `Text and ![](https://media.example.org/news/images/${fileId}/800x800.png).`;
  const all = await create('all', { thumbnail: file, images: [file], files: [file], body: text, status: 'publish' });
  await create('none', { body: `/media/other/images/${fileId}/raw.png` });
  const typed = await create('typed', {});
  const url = `/api/admin/posts/news/${typed.postId}`;
  await editor.send('PUT', `${url}/working-copy`, { body: { baseRevision: 1, images: [file] } });
  const previous = await create('former', { body: text });
  await editor.send('POST', `/api/admin/posts/news/${previous.postId}`, { body: { body: '' } });
  const deleted = await create('binned', { images: [file] });
  await editor.send('DELETE', `/api/admin/posts/news/${deleted.postId}`);
  const reserved = await create('due', { images: [file], status: 'publish', publishAt: '2026-11-21T05:00:00Z' });
  app.clock.moveTo('2026-11-21T05:10:00Z');
  const { json } = await editor.send('GET', `${LIBRARY}/${fileId}/uses`);
  expect(json.pagerKey).toBeNull();
  const expected = [
    { ...naming(all), status: 'published', places: ['thumbnail', 'images', 'files', 'body'] },
    { ...naming(typed), status: 'draft', places: ['draft'] },
    { ...naming(previous), status: 'draft', places: ['history'] },
    { ...naming(deleted), status: null, places: ['bin'] },
    { ...naming(reserved), status: 'published', places: ['images'] },
  ];
  const byId = (one: { postId: string }, other: { postId: string }) => (one.postId < other.postId ? -1 : 1);
  expect(json.items).toEqual(expected.toSorted(byId));
  const first = (await editor.send('GET', `${LIBRARY}/${fileId}/uses?count=3`)).json;
  const key = encodeURIComponent(JSON.stringify(first.pagerKey));
  const second = (await editor.send('GET', `${LIBRARY}/${fileId}/uses?count=3&pagerKey=${key}`)).json;
  expect([...first.items, ...second.items]).toEqual(json.items);
  expect(second.pagerKey).toBeNull();
});

function naming({ postId, slug, title }: { postId: string; slug: string; title: string }) {
  return { postId, slug, title };
}

test('post keeps a removed file and saving restores it', async () => {
  const { app, editor, uploaded, names } = await given();
  const fileId = await uploaded('a.png');
  const create = async (slug: string) => {
    const creation = { slug, title: slug, bodyFormat: 'markdown', status: 'draft', images: [{ fileId }] };
    return (await editor.send('POST', '/api/admin/posts/news', { body: creation })).json.postId;
  };
  const one = await create('one');
  const other = await create('other');
  const save = (postId: string, body: object) => editor.send('POST', `/api/admin/posts/news/${postId}`, { body });
  // Existing clients delete the file before they save the post.
  await editor.send('DELETE', `${LIBRARY}/${fileId}`);
  expect((await save(one, { images: [] })).status).toBe(200);
  expect(await names('?isRemoved=1')).toEqual(['a.png']);
  expect((await save(one, { images: [{ fileId }] })).json.message).toBe(`fileId ${fileId} not exists`);
  const saved = await save(other, { title: 'Other', images: [{ fileId, caption: 'Stage' }] });
  expect(saved.json.images).toMatchObject([{ fileId, mimeType: 'image/png', caption: 'Stage' }]);
  expect(await names()).toEqual(['a.png']);
  await editor.send('DELETE', `${LIBRARY}/${fileId}?isForced=1`);
  expect((await save(other, { images: [{ fileId }], title: 'Again' })).status).toBe(200);
  expect((await editor.send('GET', `${LIBRARY}/${fileId}`)).json).toMatchObject({
    status: 'removed',
    isWithdrawn: true,
  });
  await app.database.writer.deleteFrom('files').where('fileId', '=', fileId).execute();
  expect((await save(other, { images: [{ fileId }], title: 'And again' })).status).toBe(200);
});
