import { rmSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { connect, type Database } from '#server/database/connect.ts';
import { migrateToLatest } from '#server/database/migrate.ts';
import { inProcessRenderer } from '#server/posts/index.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { testClock } from '#testing/clock.ts';
import { testDatabase } from '#testing/database.ts';
import { givenCategory, givenPost, givenService } from '#testing/given.ts';
import { givenFile } from '#testing/given-file.ts';
import { givenUser } from '#testing/given-user.ts';
import { exportService, importService, TransferError } from './index.ts';

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kawaraban-transfer-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function sqliteDatabase(): Promise<Database> {
  const target = { engine: 'sqlite', path: join(await temporaryFolder(), 'other.db'), isDisposable: true } as const;
  const database = connect(target);
  onTestFinished(() => database.close());
  await migrateToLatest(database, target);
  return database;
}

/** A service with one of everything that a service can have, beside another one that must not be met. */
async function givenWholeService(): Promise<TestApp> {
  const app = await testApp();
  // Ids of categories are counted for the whole installation: those of this service are not the first.
  await givenCategory(app, { serviceId: 'other', slug: 'events' });
  await givenPost(app, { serviceId: 'other', slug: 'one' });
  const admin = await givenUser(app, { role: 'admin' });
  const send = async (method: 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown) => {
    const answer = await admin.send(method, `/api/admin/${url}`, { body });
    expect([200, 201], `${url}: ${answer.text}`).toContain(answer.status);
    return answer.json;
  };
  await app.database.writer
    .updateTable('services')
    .set({ label: 'News, 新聞' })
    .where('serviceId', '=', 'news')
    .execute();
  for (const [slug, parent] of [
    ['late', 'root'],
    ['events', 'root'],
    ['festivals', 'events'],
  ] as const) {
    await givenCategory(app, { serviceId: 'news', slug, label: `${slug} 祭り`, parent });
  }
  // What was made first stands below what was made later.
  await app.database.writer.transaction().execute(async (trx) => {
    const ids = await trx
      .selectFrom('categories')
      .select(['id', 'slug', 'parentPath'])
      .where('serviceId', '=', 'news')
      .execute();
    const [late, festivals] = ['late', 'festivals'].map((slug) => ids.find((one) => one.slug === slug));
    const place = { parentId: festivals?.id ?? 0, parentPath: `${festivals?.parentPath}#${festivals?.id}`, orderNo: 3 };
    await trx
      .updateTable('categories')
      .set(place)
      .where('id', '=', late?.id ?? 0)
      .execute();
  });
  const image = await givenFile(app, { serviceId: 'news' });
  const file = await givenFile(app, { serviceId: 'news', fileType: 'file' });
  await givenFile(app, { serviceId: 'news', status: 'removed' });
  const create = (slug: string, body: object = {}) =>
    send('POST', 'posts/news', {
      ...{
        slug,
        title: `Title of ${slug}`,
        bodyFormat: 'markdown',
        body: 'Some *text*\u2028and 日本語.',
        status: 'publish',
      },
      ...body,
    });
  const held = {
    thumbnail: { fileId: image },
    images: [{ fileId: image, caption: 'A “stage”' }],
    files: [{ fileId: file }],
    links: [{ id: 7, url: 'https://example.com/', label: 'Map' }],
  };
  await create('one', {
    ...held,
    category: 'late',
    tags: [{ label: '東京' }, { label: 'blue' }],
    label: 'O',
    author: 'A',
  });
  await create('json', { bodyFormat: 'json', body: '{"b":[1,2],"a":null}', contentId: 'article-1' });
  await create('html', {
    bodyFormat: 'html',
    editorMode: 'rawHtml',
    body: '<p>x<script>1</script></p>',
    isHiddenInList: true,
  });
  await create('text', { bodyFormat: 'text', body: ' a\n b', publishAt: '2026-11-22T10:07:00Z' });
  await create('draft', { status: 'draft', body: '' });
  app.clock.moveTo('2026-11-21T04:50:00Z');
  await send('POST', 'posts/news/one', { slug: 'first', body: 'Other text', tags: [{ label: 'red' }] });
  await send('POST', 'posts/news/json/status', { status: 'unpublish' });
  const binned = await create('binned', { ...held, category: 'events', tags: [{ label: 'blue' }] });
  const { postId: first } = (await admin.send('GET', '/api/admin/posts/news/first')).json;
  const { postId: html } = (await admin.send('GET', '/api/admin/posts/news/html')).json;
  const groups = [
    { groupId: '01hzx3w7gg8hh9jj0kk1mm2nn3', slug: 'tour', posts: [html, binned.postId, first] },
    { groupId: '01hzx3w7gg8hh9jj0kk1mm2nn4', slug: 'empty', posts: [] },
  ];
  for (const { groupId, slug, posts } of groups) {
    const times = { createdAt: '2026-11-21T04:50:00Z', updatedAt: '2026-11-21T04:50:00Z' };
    await app.database.writer
      .insertInto('postGroups')
      .values({ groupId, serviceId: 'news', slug, label: slug, ...times })
      .execute();
    const places = posts.map((postId, index) => ({ groupId, postId, serviceId: 'news', position: index * 10 }));
    if (places.length > 0) await app.database.writer.insertInto('postGroupPosts').values(places).execute();
  }
  await send('DELETE', 'posts/news/binned');
  await app.database.writer
    .insertInto('postImports')
    .values({
      serviceId: 'news',
      sourcePath: 'blog/a.md',
      postId: first,
      contentHash: 'x',
      postRevision: 1,
      importedAt: '2026-11-21T04:50:00Z',
    })
    .execute();
  await app.database.writer
    .insertInto('serviceConfigs')
    .values([
      {
        serviceId: 'news',
        configName: 'outerSiteUrl',
        configVal: '"https://example.org/"',
        updatedAt: '2026-11-21T04:50:00Z',
      },
      {
        serviceId: 'news',
        configName: 'mediaUploadImageSizes',
        configVal: '["10x10"]',
        updatedAt: '2026-11-21T04:50:00Z',
      },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await app.database.writer
    .insertInto('serviceContents')
    .values({
      serviceId: 'news',
      contentId: 'article-1',
      commentDefaultPublishStatus: 'publish',
      createdAt: '2026-11-21T04:50:00Z',
      updatedAt: null,
    })
    .execute();
  return app;
}

async function exportOf(database: Database, serviceId = 'news'): Promise<string> {
  const folder = join(await temporaryFolder(), 'export');
  await exportService({ database, serviceId, folder });
  return folder;
}

async function importInto(database: Database, folder: string, more: object = {}) {
  const workFolder = await temporaryFolder();
  try {
    return await importService({
      database,
      clock: testClock('2026-12-01T00:00:00Z'),
      renderer: inProcessRenderer,
      folder,
      workFolder,
      previewDays: 30,
      ...more,
    });
  } finally {
    expect(await readdir(workFolder)).toEqual([]);
  }
}

/** Every file of a folder by its path. */
async function contentOf(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const paths = names.map(({ parentPath, name }) => join(parentPath, name)).toSorted();
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path.slice(folder.length + 1), await readFile(path, 'utf8')])),
  );
}

test('an export, imported into an empty installation of either engine, is exported again byte for byte', async () => {
  const { database } = await givenWholeService();
  const first = await exportOf(database);
  const content = await contentOf(first);
  expect(Object.keys(content)).toEqual([
    'bin/00001.jsonl',
    'categories/00001.jsonl',
    'contents/00001.jsonl',
    'files/00001.jsonl',
    'groups/00001.jsonl',
    'history/00001.jsonl',
    'manifest.json',
    'posts/00001.jsonl',
    'service/00001.jsonl',
    'tags/00001.jsonl',
  ]);
  // The tags of a save are found again by their ids, whatever they are called by then.
  expect(content[HISTORY]).toContain('"tagIds":["');
  let folder = first;
  for (const next of [await testDatabase(), await sqliteDatabase(), await testDatabase()]) {
    await importInto(next, folder);
    folder = await exportOf(next);
    expect(await contentOf(folder)).toEqual(content);
  }
});

test('what readers and editors are told is the same where it was imported to', async () => {
  const source = await givenWholeService();
  const target = await testApp();
  await givenCategory(target, { serviceId: 'elsewhere', slug: 'x' });
  await importInto(target.database, await exportOf(source.database));
  const told = async (app: TestApp) => {
    app.clock.moveTo('2026-11-21T05:00:00Z');
    const { send } = await givenUser(app, { serviceIds: ['news'] });
    const urls = [
      '/api/posts/news',
      '/api/posts/news?category=events',
      '/api/posts/news?tag=red',
      ...['first', 'html'].map((slug) => `/api/posts/news/${slug}`),
      '/api/posts/news/groups',
      '/api/categories/news',
      '/api/tags/news',
      ...['first', 'json', 'html', 'text', 'draft'].map((slug) => `/api/admin/posts/news/${slug}`),
      '/api/admin/posts/news/first/revisions/1',
      '/api/admin/posts/news/bin',
      '/api/admin/schedule',
    ];
    return Promise.all(urls.map(async (url) => ({ url, ...withoutOwn(await send('GET', url)) })));
  };
  const before = await told(source);
  expect(before.filter(({ status }) => status !== 200)).toEqual([]);
  expect(await told(target)).toEqual(before);
  // An address that a post had once still leads to it.
  expect((await target.get('/api/posts/news/one')).status).toBe((await source.get('/api/posts/news/one')).status);
});

/** Without what each installation has of its own: ids of categories and preview tokens. */
function withoutOwn({ status, text }: { status: number; text: string }) {
  const own = new Set(['id', 'parentPath', 'categoryPath', 'previewToken', 'previewExpiresAt']);
  const json = JSON.parse(text, function (key, value) {
    // The id of a link is its author's.
    return own.has(key) && !(key === 'id' && 'url' in this) ? undefined : value;
  });
  return { status, json };
}

test('an imported post can be saved, brought back and read as a file', async () => {
  const source = await givenWholeService();
  const target = await testApp();
  await importInto(target.database, await exportOf(source.database));
  const { send } = await givenUser(target, { serviceIds: ['news'] });
  const saved = await send('POST', '/api/admin/posts/news/first', { body: { title: 'Saved' } });
  expect(saved.json).toMatchObject({ title: 'Saved', revision: 3 });
  const due = await target.database.reader.selectFrom('staticFiles').select('path').orderBy('path').execute();
  const visible = ['first', 'html', 'text'];
  expect(due.map(({ path }) => path)).toEqual(visible.map((slug) => `posts/news/${slug}.json`));
  const held = await target.database.reader.selectFrom('postFiles').select('fileId').execute();
  expect(held).toHaveLength(2);
  const [binned] = (await send('GET', '/api/admin/posts/news/bin')).json.items;
  const restored = await send('POST', `/api/admin/posts/news/bin/${binned.postId}/restore`, { body: {} });
  expect(restored.json).toMatchObject({
    post: {
      slug: 'binned',
      bodyText: 'Some text\u2028and 日本語.',
      category: { slug: 'events' },
      groups: [{ slug: 'tour' }],
    },
    missing: [],
  });
});

test('secrets, what is derived and what belongs to others are in no export', async () => {
  const { database } = await givenWholeService();
  const whole = Object.values(await contentOf(await exportOf(database))).join('');
  const rows = await database.reader.selectFrom('posts').select(['previewToken', 'serviceId', 'postId']).execute();
  for (const { previewToken, serviceId, postId } of rows) {
    expect(whole).not.toContain(previewToken);
    if (serviceId === 'other') expect(whole).not.toContain(postId);
  }
  expect(whole).not.toMatch(/previewToken|bodyHtml|categoryId|"other"/);
});

test('preview tokens are made anew', async () => {
  const source = await givenWholeService();
  const target = await testDatabase();
  await importInto(target, await exportOf(source.database));
  const tokens = await target.reader.selectFrom('posts').select(['previewToken', 'previewExpiresAt']).execute();
  expect(new Set(tokens.map(({ previewToken }) => previewToken)).size).toBe(tokens.length);
  for (const { previewToken, previewExpiresAt } of tokens) {
    expect(previewToken).toMatch(/^[0-9a-f]{64}$/);
    expect(previewExpiresAt).toBe('2026-12-31T00:00:00Z');
  }
});

test('many posts are many files, and all of them come back', async () => {
  const app = await testApp();
  await givenService(app, { serviceId: 'news' });
  const [model] = [await givenPost(app, { serviceId: 'news' })];
  const row = await app.database.reader
    .selectFrom('posts')
    .selectAll()
    .where('postId', '=', model?.postId ?? '')
    .executeTakeFirstOrThrow();
  const copies = Array.from({ length: 1204 }, (_, index) => {
    const postId = `01hzx3w7gg8hh9jj0kk1${String(index).padStart(6, '0')}`;
    return { ...row, postId, slug: `copy-${index}`, contentId: postId };
  });
  for (let from = 0; from < copies.length; from += 100) {
    await app.database.writer
      .insertInto('posts')
      .values(copies.slice(from, from + 100))
      .execute();
  }
  const folder = await exportOf(app.database);
  expect((await readdir(join(folder, 'posts'))).toSorted()).toEqual(['00001.jsonl', '00002.jsonl']);
  const told: { done: number; total: number }[] = [];
  const target = await testDatabase();
  await importInto(target, folder, { onProgress: (progress: { done: number; total: number }) => told.push(progress) });
  expect(told.at(-1)?.done).toBe(told.at(-1)?.total);
  expect(await contentOf(await exportOf(target))).toEqual(await contentOf(folder));
}, 60_000);

test('a service that is there is not touched, and neither is one that has some of the same things', async () => {
  const { database } = await givenWholeService();
  const folder = await exportOf(database);
  await expect(importInto(database, folder)).rejects.toThrow(new TransferError('There is a service news already.'));
  const target = await testDatabase();
  await importInto(target, folder);
  await target.writer.updateTable('services').set({ label: 'x' }).execute();
  const renamed = await edited(folder, 'service/00001.jsonl', (text) => text.replace('"news"', '"copy"'), {
    serviceId: 'copy',
  });
  await expect(importInto(target, renamed)).rejects.toThrow(
    'Some of its tags are in this installation already, or in the export twice.',
  );
  expect(
    (await target.reader.selectFrom('services').select('serviceId').execute()).map(({ serviceId }) => serviceId),
  ).toEqual(['news']);
});

/** A copy of an export with one file changed, and a manifest that says so. */
async function edited(
  folder: string,
  path: string,
  edit: (text: string) => string,
  manifestChange: object = {},
): Promise<string> {
  const copy = join(await temporaryFolder(), 'copy');
  await cp(folder, copy, { recursive: true });
  const text = edit(await readFile(join(copy, path), 'utf8'));
  await writeFile(join(copy, path), text);
  const manifest = { ...JSON.parse(await readFile(join(copy, 'manifest.json'), 'utf8')), ...manifestChange };
  for (const part of manifest.parts) {
    for (const file of part.files) {
      if (file.path !== path) continue;
      part.records += text.split('\n').length - 1 - file.records;
      file.records = text.split('\n').length - 1;
      file.bytes = Buffer.byteLength(text);
      file.sha256 = await sha256(text);
    }
  }
  await writeFile(join(copy, 'manifest.json'), JSON.stringify(manifest));
  return copy;
}

async function sha256(text: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(text))).toString('hex');
}

const POSTS = 'posts/00001.jsonl';
/** The record of the post `first`, or else the first one, with something else in it. */
const withField = (name: string, value: unknown) => (text: string) => {
  const lines = text.split('\n');
  const at = Math.max(
    0,
    lines.findIndex((line) => line.includes('"slug":"first"')),
  );
  return lines.with(at, JSON.stringify({ ...JSON.parse(lines[at] ?? ''), [name]: value })).join('\n');
};

const HISTORY = 'history/00001.jsonl';
/** The first record of the history, with something else in what was saved. */
const withSaved = (fields: object) => (text: string) => {
  const [line = '', ...others] = text.split('\n');
  const record = JSON.parse(line);
  return [JSON.stringify({ ...record, content: { ...record.content, ...fields } }), ...others].join('\n');
};
const nested = `${'['.repeat(101)}${']'.repeat(101)}`;

const wrongRecords: readonly [path: string, edit: (text: string) => string, says: RegExp][] = [
  [POSTS, withField('title', 5), /^posts\/00001\.jsonl, line \d: title cannot be right\.$/],
  [POSTS, withField('title', 'a\u0000b'), /title cannot be right/],
  [POSTS, withField('title', '\ud800'), /title cannot be right/],
  [POSTS, withField('body', 'x'.repeat(1_000_001)), /body cannot be right/],
  [POSTS, withField('slug', '../../etc'), /slug cannot be right/],
  [POSTS, withField('postId', 'x'), /postId cannot be right/],
  [POSTS, withField('publishAt', 'yesterday'), /publishAt cannot be right/],
  [POSTS, withField('effectiveAt', null), /status published does not go with/],
  [POSTS, withField('body', undefined), /body is missing\.$/],
  [POSTS, withField('bodyHtml', '<script>'), /bodyHtml is unknown\.$/],
  [POSTS, withField('category', 'nowhere'), /category nowhere is not in this export\.$/],
  [POSTS, withField('tags', ['01hzx3w7gg8hh9jj0kk1mm2nn9']), /tag 01hzx3w7gg8hh9jj0kk1mm2nn9 is not in this export/],
  [POSTS, withField('links', [{ id: 1, url: 'javascript:alert(1)' }]), /links\.0\.url cannot be right/],
  [POSTS, withField('revision', 1), /^history\/.*: revision is newer than its post\.$/],
  [POSTS, (text) => `${text}${text}`, /Some of its posts are in this installation already, or in the export twice\./],
  [POSTS, (text) => text.replace('\n', '\n{"postId":\n'), /line 2: this is no JSON/],
  [POSTS, (text) => `${text}null\n`, /line \d: the record cannot be right/],
  ['history/00001.jsonl', withField('postId', '01hzx3w7gg8hh9jj0kk1mm2nn9'), /post 01hzx3w7gg8hh9jj0kk1mm2nn9 is not/],
  [HISTORY, withField('content', {}), /content\.slug is missing/],
  [HISTORY, withField('savedAt', '2026-02-30T00:00:00Z'), /savedAt cannot be right/],
  [HISTORY, withSaved({ label: 'x'.repeat(2_000_000) }), /content\.label cannot be right/],
  [HISTORY, withSaved({ author: 'a\u0000b' }), /content\.author cannot be right/],
  [HISTORY, withSaved({ slug: '../../etc' }), /content\.slug cannot be right/],
  [HISTORY, withSaved({ categorySlug: 'a\u0000b' }), /content\.categorySlug cannot be right/],
  [HISTORY, withSaved({ contentId: '' }), /content\.contentId cannot be right/],
  [HISTORY, withSaved({ tags: ['..'], tagIds: undefined }), /content\.tags\.0 cannot be right/],
  [HISTORY, withSaved({ tags: ['red'], tagIds: [] }), /tagIds are not those of the tags/],
  [
    HISTORY,
    withSaved({ images: [{ fileId: 'a\u0000b', mimeType: 'x' }] }),
    /content\.images\.0\.fileId cannot be right/,
  ],
  [HISTORY, withSaved({ bodyFormat: 'json', body: '{' }), /body is no JSON\.$/],
  [HISTORY, withSaved({ publishAt: '9999-99-99T99:99:99Z' }), /content\.publishAt cannot be right/],
  [POSTS, withField('createdAt', '9999-99-99T99:99:99Z'), /createdAt cannot be right/],
  [
    POSTS,
    (text) =>
      text.replace(
        /"bodyFormat":"json","editorMode":"json","body":"[^\n]*?","thumb/,
        `"bodyFormat":"json","editorMode":"json","body":"${nested}","thumb`,
      ),
    /body is JSON with too many values, or nests too deeply/,
  ],
  [
    'groups/00001.jsonl',
    withField('posts', [{ postId: '01hzx3w7gg8hh9jj0kk1mm2nn9', position: 1 }]),
    /is not in this export/,
  ],
  ['categories/00001.jsonl', withField('parent', 'events'), /parent cannot be right/],
  ['categories/00001.jsonl', (text) => text.split('\n').slice(1).join('\n'), /categories: there is no root/],
  [
    'categories/00001.jsonl',
    (text) => text.replace('"parent":"root"', '"parent":"nowhere"'),
    /nowhere, the parent of another, is not/,
  ],
  [
    'categories/00001.jsonl',
    (text) => text.replaceAll('"parent":"root"', '"parent":"late"'),
    /lies too deep, or in itself/,
  ],
  ['tags/00001.jsonl', withField('label', ''), /label cannot be right/],
  ['service/00001.jsonl', withField('serviceId', 'other'), /serviceId is not that of the manifest/],
  [
    'service/00001.jsonl',
    withField('configs', { unheardOf: { value: 1, updatedAt: '2026-11-21T04:43:00Z' } }),
    /configs\.unheardOf is unknown/,
  ],
  ['service/00001.jsonl', withField('functions', ['fly']), /functions\.0 cannot be right/],
  [
    'contents/00001.jsonl',
    withField('commentDefaultPublishStatus', 'maybe'),
    /commentDefaultPublishStatus cannot be right/,
  ],
  ['files/00001.jsonl', withField('size', -1), /size cannot be right/],
  ['bin/00001.jsonl', withField('deletedAt', null), /deletedAt cannot be right/],
  ['bin/00001.jsonl', withField('deletedAt', '9999-99-99T99:99:99Z'), /deletedAt cannot be right/],
  ['bin/00001.jsonl', withField('deletedAt', '9999-12-31T23:59:59Z'), /deletedAt cannot be right/],
];

test('a record that cannot be right is refused in one line that says where it is, and nothing is stored', async () => {
  const target = await testDatabase();
  for (const [path, edit, says] of wrongRecords)
    await refuses(target, await edited(await sharedExport(), path, edit), says);
}, 60_000);

let exported: Promise<string> | undefined;

/** One export for all tests that break a copy of it. */
async function sharedExport(): Promise<string> {
  exported ??= (async () => {
    const { database } = await givenWholeService();
    const folder = await mkdtemp(join(tmpdir(), 'kawaraban-shared-export-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    await exportService({ database, serviceId: 'news', folder });
    return folder;
  })();
  return exported;
}

async function refuses(target: Database, folder: string, says: RegExp): Promise<void> {
  const refused = await importInto(target, folder).catch((error) => error);
  expect(refused, String(says)).toBeInstanceOf(TransferError);
  expect(refused.message).toMatch(says);
  expect(refused.message).not.toContain('\n');
  for (const table of ['services', 'posts', 'tags', 'deletedPosts', 'staticFiles'] as const) {
    expect(await target.reader.selectFrom(table).selectAll().execute(), table).toEqual([]);
  }
}

async function copyOfExport(): Promise<string> {
  const copy = join(await temporaryFolder(), 'copy');
  await cp(await sharedExport(), copy, { recursive: true });
  return copy;
}

const harms: readonly [name: string, harm: (folder: string) => Promise<unknown>, says: RegExp][] = [
  ['without a file', (folder) => rm(join(folder, POSTS)), /^posts\/00001\.jsonl is missing\.$/],
  [
    'with a file cut short',
    (folder) => truncate(join(folder, POSTS), 100),
    /damaged: it is not what the manifest says/,
  ],
  ['with a huge file', (folder) => truncate(join(folder, POSTS), 3e9), /too large/],
  [
    'with a link',
    async (folder) => {
      await rm(join(folder, POSTS));
      await symlink('/etc/hostname', join(folder, POSTS));
    },
    /is no file of this folder/,
  ],
  [
    'with a folder that is a link',
    async (folder) => {
      const elsewhere = await copyOfExport();
      await rm(join(folder, 'posts'), { recursive: true });
      await symlink(join(elsewhere, 'posts'), join(folder, 'posts'));
    },
    /is no file of this folder/,
  ],
  [
    'with a broken manifest',
    (folder) => writeFile(join(folder, 'manifest.json'), '{'),
    /manifest\.json is damaged: it is no JSON/,
  ],
  [
    'with the manifest of something else',
    (folder) => writeFile(join(folder, 'manifest.json'), '{"name":"app"}'),
    /not of an exported service/,
  ],
  [
    'with null for a manifest',
    (folder) => writeFile(join(folder, 'manifest.json'), 'null'),
    /not of an exported service/,
  ],
  [
    'with a manifest that is no UTF-8',
    (folder) => writeFile(join(folder, 'manifest.json'), Buffer.from([0xff])),
    /no UTF-8/,
  ],
  [
    'of a later version',
    (folder) => changeManifest(folder, { version: 2 }),
    /says version 2; this Kawaraban reads version 1/,
  ],
  ['without parts', (folder) => changeManifest(folder, { parts: undefined }), /parts is missing/],
  ['of no service', (folder) => changeManifest(folder, { serviceId: '../x' }), /serviceId cannot be right/],
  [
    'with an unknown part',
    (folder) => changeManifest(folder, { parts: [{ name: 'smells', records: 0, files: [] }] }),
    /does not know: smells/,
  ],
  ['with no part at all', (folder) => changeManifest(folder, { parts: [] }), /there is no root/],
  [
    'with a file elsewhere',
    (folder) =>
      changeManifest(folder, {
        parts: [
          {
            name: 'posts',
            records: 1,
            files: [{ path: '../../secret', records: 1, bytes: 1, sha256: '0'.repeat(64) }],
          },
        ],
      }),
    /names a file that is none of an export: \.\.\/\.\.\/secret/,
  ],
  [
    'with sums that are wrong',
    (folder) => changeManifest(folder, { parts: [{ name: 'posts', records: 1, files: [] }] }),
    /do not add up/,
  ],
];

test('a damaged export, or one that leads out of its folder, is refused, and nothing is stored', async () => {
  const target = await testDatabase();
  for (const [, harm, says] of harms) {
    const folder = await copyOfExport();
    await harm(folder);
    await refuses(target, folder, says);
  }
}, 60_000);

async function changeManifest(folder: string, change: object): Promise<void> {
  const path = join(folder, 'manifest.json');
  await writeFile(path, JSON.stringify({ ...JSON.parse(await readFile(path, 'utf8')), ...change }));
}

test('an import that is stopped halfway through storing leaves nothing', async () => {
  const folder = await sharedExport();
  const target = await testDatabase();
  const stop = new AbortController();
  const onProgress = ({ done, total }: { done: number; total: number }) => done > total * 0.8 && stop.abort();
  await expect(importInto(target, folder, { onProgress, signal: stop.signal })).rejects.toThrow('abort');
  expect(await target.reader.selectFrom('services').selectAll().execute()).toEqual([]);
});

test('an export that is refused or stopped leaves nothing, and takes no folder that holds anything', async () => {
  const { database } = await givenWholeService();
  const folder = await temporaryFolder();
  await expect(exportService({ database, serviceId: 'nowhere', folder })).rejects.toThrow(
    'There is no service nowhere.',
  );
  const signal = AbortSignal.abort();
  await expect(exportService({ database, serviceId: 'news', folder, signal })).rejects.toThrow('abort');
  expect(await readdir(folder)).toEqual([]);
  await writeFile(join(folder, 'mine.txt'), 'keep');
  await expect(exportService({ database, serviceId: 'news', folder })).rejects.toThrow('The folder is not empty');
  expect(await readdir(folder)).toEqual(['mine.txt']);
  await expect(exportService({ database, serviceId: 'news', folder: join(folder, 'mine.txt') })).rejects.toThrow(
    'The folder cannot be written',
  );
});

test('what is saved while an export runs is not in it', async () => {
  const app = await givenWholeService();
  const folder = join(await temporaryFolder(), 'export');
  const user = await givenUser(app, { serviceIds: ['news'] });
  let saved: Promise<unknown> | undefined;
  await exportService({
    database: app.database,
    serviceId: 'news',
    folder,
    onProgress: () => {
      saved ??= app.database.writer
        .updateTable('posts')
        .set({ title: 'Later' })
        .where('serviceId', '=', 'news')
        .execute();
    },
  });
  await saved;
  expect(user.username).toBeDefined();
  expect(await readFile(join(folder, POSTS), 'utf8')).not.toContain('Later');
});
