import { mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { adminPostApi } from '#contract/admin-posts.ts';
import { categoryApi, MAX_CATEGORIES } from '#contract/categories.ts';
import { postApi } from '#contract/posts.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { defaultBounds } from '#testing/content-bounds.ts';
import { givenPost, givenService } from '#testing/given.ts';
import { givenUser } from '#testing/given-user.ts';
import { temporaryFolder } from '#testing/product.ts';
import { writeSyntheticPosts } from '#testing/synthetic-posts.ts';
import { type ImportFolderOptions, importMarkdownFolder } from './import-markdown-folder.ts';

type Files = Record<string, string | Uint8Array>;

async function given(files: Files) {
  const app = await testApp();
  await givenService(app, { serviceId: 'news' });
  const folder = await temporaryFolder();
  const write = async (changed: Files) => {
    for (const [path, content] of Object.entries(changed)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    }
  };
  await write(files);
  return { app, folder, write, run: (options = {}) => run(app, folder, options) };
}

async function run({ database, clock }: TestApp, folder: string, options: Partial<ImportFolderOptions> = {}) {
  const own = { database, clock, content: defaultBounds, folder, serviceId: 'news', source: 'blog' };
  const report = await importMarkdownFolder({ ...own, ...options });
  const statuses = report.files.map(({ path, status, reason }) => [path, status, ...(reason ? [reason] : [])]);
  return { report, statuses };
}

const post = (yaml: string, body = 'Body.') => `---\n${yaml}\n---\n\n${body}\n`;
const params = (slug: string) => ({ params: { serviceId: 'news', slug } });

test('imports a file with category, tags and date', async () => {
  const { app, run } = await given({
    'a.md': post(
      'title: A\ndate: 2026-11-20 10:00 +0900\ncategory: お知らせ\ntags: [x, 日本語]\nauthor: Me',
      '# H\n\n*B*',
    ),
  });
  const { report } = await run();
  expect(report.counts).toEqual({ imported: 1, updated: 0, unchanged: 0, skipped: 0, failed: 0 });
  expect(await app.call(postApi.find, params('a'))).toMatchObject({
    title: 'A',
    author: 'Me',
    publishAt: '2026-11-20T01:00:00Z',
    status: 'published',
    tags: [{ label: 'x' }, { label: '日本語' }],
    category: { label: 'お知らせ' },
    bodyHtml: expect.stringContaining('<em>B</em>'),
  });
  const tree = await app.call(categoryApi.list, { params: { serviceId: 'news' } });
  expect(tree).toMatchObject([{ slug: 'root', children: [{ label: 'お知らせ' }] }]);
});

test('reports every file of the folder', async () => {
  const { run } = await given({
    'a.md': post('title: A\nlayout: x'),
    'sub/b.mdx': post('title: B', '<Note>x</Note>'),
    'README.md': '# No front matter',
    'broken.md': post('title: [a'),
    'picture.png': 'x',
    '.hidden.md': 'x',
  });
  const { report, statuses } = await run();
  expect(statuses).toEqual([
    ['README.md', 'skipped', 'no front matter'],
    ['a.md', 'imported'],
    ['broken.md', 'failed', expect.stringContaining('no valid YAML: line')],
    ['sub/b.mdx', 'imported'],
  ]);
  expect(report).toMatchObject({ notMarkdown: { '.png': 1 }, ignored: ['.hidden.md'], isStopped: false });
  expect(report.files[1]).toMatchObject({ slug: 'a', title: 'A', postStatus: 'published', unused: ['layout'] });
  expect(report.files[3]).toMatchObject({ components: { Note: 1 } });
});

test('importing again updates only posts of changed files', async () => {
  const { app, folder, run, write } = await given({
    'a.md': post('title: A\ndate: 2024-01-01'),
    'b.md': post('title: B'),
  });
  await run();
  const first = await app.call(postApi.find, params('a'));
  await utimes(join(folder, 'b.md'), new Date(), new Date('2020-01-01'));
  expect((await run()).statuses).toEqual([
    ['a.md', 'unchanged'],
    ['b.md', 'unchanged'],
  ]);
  await write({ 'a.md': post('title: A2\ndate: 2024-01-01\nslug: other') });
  expect((await run()).statuses).toEqual([
    ['a.md', 'updated'],
    ['b.md', 'unchanged'],
  ]);
  const second = await app.call(postApi.find, params('other'));
  expect(second).toMatchObject({ postId: first.postId, title: 'A2' });
  await expect(app.call(postApi.find, params('a'))).rejects.toThrow('301');
  expect((await run()).report.counts).toMatchObject({ unchanged: 2 });
});

test('changed options update the posts they affect', async () => {
  const { app, run } = await given({ 'a.md': post('title: A', '[x](/y)') });
  expect((await run()).report.files[0]).toMatchObject({ unresolvedLinks: 1 });
  expect((await run({ linkBase: 'https://example.com' })).statuses).toEqual([['a.md', 'updated']]);
  expect(await app.call(postApi.find, params('a'))).toMatchObject({ body: '[x](https://example.com/y)' });
});

const bodyOf = async (app: TestApp, slug: string) => (await app.call(postApi.find, params(slug))).body;

test('resolves links between files in any order', async () => {
  const links = '[next](/blog/2026/05/01/b?x=1#y) [gone](/blog/gone) [pic](/b.png)';
  const { app, run } = await given({
    'a.md': post('title: A', links),
    '2026/05/01/b.md': post('title: B\nslug: second', '[back](https://old.example.com/blog/a) [file](../../../a.md)'),
  });
  const { report } = await run();
  expect(report.files).toMatchObject([
    { path: '2026/05/01/b.md', postLinks: 1, status: 'imported' },
    { path: 'a.md', postLinks: 1, unresolvedLinks: 2, status: 'imported' },
  ]);
  expect(await bodyOf(app, 'a')).toBe('[next](/posts/news/second?x=1#y) [gone](/blog/gone) [pic](/b.png)');
  expect((await app.call(postApi.find, params('a'))).bodyHtml).toContain('href="/posts/news/second?x=1#y"');
  expect((await run()).report.counts).toMatchObject({ unchanged: 2 });
  const based = await run({ linkBase: 'https://old.example.com/blog' });
  expect(based.report.files).toMatchObject([{ postLinks: 2 }, { postLinks: 1 }]);
  expect(await bodyOf(app, 'second')).toBe('[back](/posts/news/a) [file](/posts/news/a)');
  expect(await bodyOf(app, 'a')).toContain('(/posts/news/second?x=1#y) [gone](https://old.example.com/blog/gone)');
});

test('changed slug updates only posts that link to it', async () => {
  const { app, folder, run, write } = await given({
    'a.md': post('title: A', '[b](/blog/b)'),
    'b.md': post('title: B'),
    'c.md': post('title: C', '[d](/blog/d)'),
  });
  await run();
  await write({ 'b.md': post('title: B\nslug: other') });
  expect((await run()).report.files.map(({ status }) => status)).toEqual(['updated', 'updated', 'unchanged']);
  expect(await bodyOf(app, 'a')).toBe('[b](/posts/news/other)');
  await write({ 'd.md': post('title: D') });
  expect((await run()).report.files.map(({ status }) => status)).toEqual([
    'unchanged',
    'unchanged',
    'updated',
    'imported',
  ]);
  expect(await bodyOf(app, 'c')).toBe('[d](/posts/news/d)');
  await write({ 'd.md': post('title: [broken') });
  await rm(join(folder, 'b.md'));
  expect((await run()).report.files.map(({ status }) => status)).toEqual(['unchanged', 'unchanged', 'failed']);
});

test('does not link to files that are not imported', async () => {
  const { app, run } = await given({
    'a.md': post('title: A', '[1](/x/taken) [2](/x/twin) [3](/x/notes) [4](/x/1)'),
    '1.md': post('title: One\nslug: same'),
    'taken.md': post('title: Not the one'),
    'twin.md': post('title: Two\nslug: same'),
    'notes.md': '# No post',
  });
  await givenPost(app, { serviceId: 'news', slug: 'taken', title: 'Written here' });
  await run();
  expect(await bodyOf(app, 'a')).toBe('[1](/x/taken) [2](/x/twin) [3](/x/notes) [4](/posts/news/same)');
});

test('links to the slug changed in the console', async () => {
  const { app, run, write } = await given({ 'a.md': post('title: A', '[b](/b)'), 'b.md': post('title: B') });
  await run();
  const moved = app.database.writer.updateTable('posts').where('slug', '=', 'b');
  await moved.set((eb) => ({ slug: 'moved', revision: eb('revision', '+', 1) })).execute();
  await write({ 'a.md': post('title: A', '[b](/b) again') });
  await run();
  expect(await bodyOf(app, 'a')).toBe('[b](/posts/news/moved) again');
});

test('former addresses redirect and are followed by links', async () => {
  const { app, run, write } = await given({
    'a.md': post('title: A\naliases: [/2019/old-a/, taken]', 'x'),
    'b.mdx': post('title: B', '[a](https://old.example.com/2019/old-a/#top) [c](./sub/c.mdx#part)'),
    'sub/c.mdx': post('title: C\nslug: taken', '## Part'),
  });
  await run({ linkBase: 'https://old.example.com' });
  expect(await bodyOf(app, 'b')).toBe('[a](/posts/news/a#top) [c](/posts/news/taken#part)');
  await expect(app.call(postApi.find, params('old-a'))).rejects.toThrow('301');
  expect(await app.call(postApi.find, params('taken'))).toMatchObject({ title: 'C' });
  await write({ 'a.md': post('title: A\naliases: [/2019/old-a/, older]', 'x') });
  expect((await run({ linkBase: 'https://old.example.com' })).report.files[0]).toMatchObject({ status: 'updated' });
  await expect(app.call(postApi.find, params('older'))).rejects.toThrow('301');
});

test('reports leftover syntax and MDX errors with their lines', async () => {
  const { run } = await given({
    'a.md': '+++\ntitle = "A"\n+++\n\n:::note\nText\n:::',
    'b.mdx': post('title: B', 'Text\n\nhi <Foo'),
  });
  const [a, b] = (await run()).report.files;
  expect(a?.notes).toEqual(expect.arrayContaining(['line 5: shown as text: :::note']));
  expect(b).toMatchObject({ status: 'imported' });
  expect(b?.notes).toEqual(expect.arrayContaining([expect.stringMatching(/^line 7 is not valid MDX/)]));
});

test('reports two files with one slug as error', async () => {
  const { app, run } = await given({
    '1/index.md': post('title: One\nslug: same'),
    '2.md': post('title: Two\nslug: /x/same'),
    'same.md': post('title: Three'),
  });
  expect((await run()).statuses).toEqual([
    ['1/index.md', 'imported'],
    ['2.md', 'failed', '1/index.md has the same slug "same"'],
    ['same.md', 'failed', '1/index.md has the same slug "same"'],
  ]);
  expect(await app.call(postApi.find, params('same'))).toMatchObject({ title: 'One' });
});

test('does not overwrite posts of others', async () => {
  const { app, folder, run, write } = await given({ 'a.md': post('title: File') });
  await givenPost(app, { serviceId: 'news', slug: 'a', title: 'Written here' });
  expect((await run()).statuses).toEqual([['a.md', 'failed', 'the slug "a" belongs to another post of the service']]);
  expect((await run({ isOverwriting: true })).report.counts).toMatchObject({ failed: 1 });
  expect(await app.call(postApi.find, params('a'))).toMatchObject({ title: 'Written here' });
  await write({ 'b.md': post('title: B') });
  await run();
  await rename(join(folder, 'b.md'), join(folder, 'c.md'));
  await write({ 'c.md': post('title: B\nslug: b') });
  expect((await run()).statuses[1]).toEqual([
    'c.md',
    'failed',
    'the slug "b" belongs to the post imported from blog/b.md',
  ]);
});

test('keeps posts edited in the console unless overwriting', async () => {
  const { app, run, write } = await given({ 'a.md': post('title: A') });
  await run();
  const { postId } = await app.call(postApi.find, params('a'));
  const edit = () =>
    app.database.writer
      .updateTable('posts')
      .set((eb) => ({ title: 'Edited', revision: eb('revision', '+', 1) }))
      .where('postId', '=', postId)
      .execute();
  await edit();
  expect((await run()).statuses).toEqual([['a.md', 'unchanged']]);
  await write({ 'a.md': post('title: A2') });
  expect((await run()).statuses).toEqual([['a.md', 'skipped', expect.stringContaining('edited in the console')]]);
  expect(await app.call(postApi.find, params('a'))).toMatchObject({ title: 'Edited' });
  expect((await run({ isOverwriting: true })).statuses).toEqual([['a.md', 'updated']]);
  expect(await app.call(postApi.find, params('a'))).toMatchObject({ title: 'A2' });
  await edit();
  expect((await run({ isOverwriting: true })).statuses).toEqual([['a.md', 'updated']]);
  expect((await run({ isOverwriting: true })).statuses).toEqual([['a.md', 'unchanged']]);
});

test('unchanged content creates no revision', async () => {
  const { app, run } = await given({ 'a.md': post('title: A\ntags: [x]') });
  await run();
  const { database } = app;
  const read = () => database.reader.selectFrom('posts').select(['revision', 'updatedAt']).executeTakeFirstOrThrow();
  await database.writer.updateTable('posts').set({ revision: 2 }).execute();
  expect((await run({ isOverwriting: true })).statuses).toEqual([['a.md', 'updated']]);
  expect(await read()).toEqual({ revision: 2, updatedAt: null });
  expect((await run({ isOverwriting: true })).statuses).toEqual([['a.md', 'unchanged']]);
});

test('imported posts follow the configured preview and history limits', async () => {
  const { app, run, write } = await given({ 'a.md': post('title: A') });
  const content = { ...defaultBounds, previewDays: 2, history: { maxRevisions: 1, maxDays: 1 } };
  await run({ content });
  const { reader } = app.database;
  const { previewExpiresAt } = await reader.selectFrom('posts').select('previewExpiresAt').executeTakeFirstOrThrow();
  expect(previewExpiresAt).toBe('2026-11-23T04:43:00Z');
  await write({ 'a.md': post('title: B') });
  await run({ content });
  expect(await reader.selectFrom('postRevisions').select(['revision', 'title']).execute()).toEqual([
    { revision: 2, title: 'B' },
  ]);
});

test('keeps posts of missing files and restores deleted ones', async () => {
  const { app, folder, run } = await given({ 'a.md': post('title: A'), 'b.md': post('title: B') });
  await run();
  await rm(join(folder, 'b.md'));
  await app.database.writer.deleteFrom('posts').where('slug', '=', 'a').execute();
  expect((await run()).statuses).toEqual([['a.md', 'imported']]);
  expect(await app.call(postApi.find, params('b'))).toMatchObject({ title: 'B' });
});

test('separates equal paths by source', async () => {
  const { run, write } = await given({ 'a.md': post('title: A\nslug: one') });
  await run({ source: 'first' });
  await write({ 'a.md': post('title: A\nslug: two') });
  expect((await run({ source: 'second' })).statuses).toEqual([['a.md', 'imported']]);
  expect((await run({ source: undefined })).report.source).toMatch(/^kawaraban-folder-/);
});

test('treats differently composed Unicode names as equal', async () => {
  const { folder, run, write } = await given({ ['ガイド.md'.normalize('NFC')]: post('draft: false') });
  await run();
  await rm(join(folder, 'ガイド.md'.normalize('NFC')));
  await write({ ['ガイド.md'.normalize('NFD')]: post('draft: false') });
  expect((await run()).report.counts).toMatchObject({ imported: 0, unchanged: 1 });
});

test('schedules future dates and keeps drafts unpublished', async () => {
  const { app, run } = await given({
    'later.md': post('title: L\ndate: 2027-01-01T10:03:00Z'),
    'draft.md': post('title: D\ndraft: true'),
  });
  const { report } = await run();
  expect(report.files.map(({ postStatus }) => postStatus)).toEqual(['draft', 'reserved']);
  await expect(app.call(postApi.find, params('later'))).rejects.toThrow('404');
  app.clock.moveTo('2027-01-01T10:10:00Z');
  expect(await app.call(postApi.find, params('later'))).toMatchObject({ status: 'published' });
  await expect(app.call(postApi.find, params('draft'))).rejects.toThrow('404');
});

test.for(['2024-01-01', '2027-01-01'])('unpublishes a post of %s that became a draft', async (date) => {
  const { app, run, write } = await given({ 'a.md': post(`title: A\ndate: ${date}`) });
  await run();
  const { postId } = await app.database.reader.selectFrom('posts').select('postId').executeTakeFirstOrThrow();
  const editor = await givenUser(app);
  const find = () => editor.call(adminPostApi.find, { params: { serviceId: 'news', idOrSlug: postId } });
  const before = await find();
  await write({ 'a.md': post(`title: A\ndate: ${date}\ndraft: true`) });
  expect((await run({ isDryRun: true })).report.files[0]).toMatchObject({ postStatus: 'unpublished' });
  expect((await run()).report.files[0]).toMatchObject({ status: 'updated', postStatus: 'unpublished' });
  expect((await run()).report.files[0]).toMatchObject({ status: 'unchanged', postStatus: 'unpublished' });
  const taken = await find();
  expect(taken).toMatchObject({ status: 'unpublished', publishAt: `${date}T00:00:00Z`, effectiveAt: null });
  expect(taken.previewToken).not.toBe(before.previewToken);
  await expect(app.call(postApi.find, params('a'))).rejects.toThrow('404');
  await write({ 'a.md': post('title: A\ndate: 2024-01-01\nslug: b') });
  expect((await run()).report.files[0]).toMatchObject({ status: 'updated', postStatus: 'published' });
  expect((await app.get('/api/posts/news/a')).headers.location).toBe('/api/posts/news/b');
});

test('keeps a draft a draft', async () => {
  const { app, run, write } = await given({ 'a.md': post('title: A\ndraft: true') });
  await run();
  await write({ 'a.md': post('title: A2\ndraft: true') });
  expect((await run()).report.files[0]).toMatchObject({ status: 'updated', postStatus: 'draft' });
  const rows = await app.database.reader.selectFrom('posts').select(['title', 'status', 'publishAt']).execute();
  expect(rows).toEqual([{ title: 'A2', status: 'draft', publishAt: null }]);
});

test('restored post matches its file unless edited or renamed', async () => {
  const { app, run, write } = await given({
    'a.md': post('title: A'),
    'b.md': post('title: B'),
    'c.md': post('title: C'),
  });
  await run();
  const editor = await givenUser(app);
  for (const slug of ['a', 'b', 'c']) {
    const url = `/api/admin/posts/news/${slug}`;
    if (slug === 'b') await editor.send('POST', url, { body: { title: 'Edited' } });
    const { postId } = (await editor.send('GET', url)).json;
    await editor.send('DELETE', url);
    const body = slug === 'c' ? { slug: 'elsewhere' } : {};
    expect((await editor.send('POST', `/api/admin/posts/news/bin/${postId}/restore`, { body })).status).toBe(200);
  }
  await write({ 'a.md': post('title: A2'), 'b.md': post('title: B2'), 'c.md': post('title: C2') });
  const skipped = ['skipped', expect.stringContaining('edited in the console')];
  expect((await run()).statuses).toEqual([
    ['a.md', 'updated'],
    ['b.md', ...skipped],
    ['c.md', ...skipped],
  ]);
  expect(await app.call(postApi.find, params('a'))).toMatchObject({ title: 'A2' });
});

test('reports binary files and continues', async () => {
  const { run } = await given({
    'binary.md': Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 1),
    'empty.md': '',
    'good.md': '\uFEFF---\r\ntitle: Good\r\n---\r\n\r\nOne\r\ntwo\r\n',
    'huge.md': `---\ntitle: x\n---\n${'x'.repeat(4 * 1024 * 1024)}`,
    'latin.md': Uint8Array.of(0x2d, 0xe9, 0x0a),
    'nul.md': post('title: x', 'a\u0000b'),
  });
  expect((await run()).statuses).toEqual([
    ['binary.md', 'failed', 'holds NUL characters: it is no text in UTF-8'],
    ['empty.md', 'skipped', 'no front matter'],
    ['good.md', 'imported'],
    ['huge.md', 'failed', 'larger than 4 MB'],
    ['latin.md', 'failed', 'is no text in UTF-8'],
    ['nul.md', 'failed', 'holds NUL characters: it is no text in UTF-8'],
  ]);
});

test('dry run reports the same and writes nothing', async () => {
  const { app, run, write } = await given({ 'a.md': post('title: A'), 'b.md': post('title: B') });
  await run();
  await write({ 'a.md': post('title: A2'), 'c.md': post('title: C\ncategory: New') });
  const dry = await run({ isDryRun: true });
  expect(dry.statuses).toEqual([
    ['a.md', 'updated'],
    ['b.md', 'unchanged'],
    ['c.md', 'imported'],
  ]);
  expect(await app.call(postApi.find, params('a'))).toMatchObject({ title: 'A' });
  const other = await run({ isDryRun: true, serviceId: 'other', newServiceLabel: 'Other' });
  expect(other.report).toMatchObject({ counts: { imported: 3 }, isServiceCreated: false });
  expect((await run()).statuses).toEqual(dry.statuses);
});

test('creates a missing service on request, otherwise reports it', async () => {
  const { app, folder, run } = await given({ 'a.md': post('title: A') });
  await expect(run({ serviceId: 'other' })).rejects.toThrow('The service other does not exist');
  const { report } = await run({ serviceId: 'other', newServiceLabel: 'The other' });
  expect(report).toMatchObject({ isServiceCreated: true, counts: { imported: 1 } });
  expect((await app.get('/api/services')).json.items).toContainEqual({ serviceId: 'other', label: 'The other' });
  expect((await run({ serviceId: 'other', newServiceLabel: 'x' })).report.isServiceCreated).toBe(false);
  await rm(join(folder, 'a.md'));
  const empty = await run({ serviceId: 'third', newServiceLabel: 'x' });
  expect(empty.report).toMatchObject({ isServiceCreated: false, files: [] });
});

test('finds a category by slug and keeps its label', async () => {
  const { run } = await given({ 'a.md': post('title: A\ncategory: C++'), 'b.md': post('title: B\ncategory: C#') });
  const { report } = await run();
  expect(report.files[1]?.notes).toContain('the category keeps its label "C++"');
});

test('a file that cannot be stored does not stop the others of its batch', async () => {
  const { app, run } = await given({
    'a.md': post('title: A\ncategory: Last'),
    'b.md': post('title: B\ncategory: One more'),
    'c.md': post('title: C', 'found by its words'),
  });
  const rows = Array.from({ length: MAX_CATEGORIES - 2 }, (_, index) => ({
    ...{ serviceId: 'news', slug: `c-${index}`, label: 'C', parentId: null, parentPath: '1', orderNo: null },
    ...{ createdAt: '2026-11-21T04:43:00Z', updatedAt: null },
  }));
  await app.database.writer.insertInto('categories').values(rows).execute();
  expect((await run()).statuses).toEqual([
    ['a.md', 'imported'],
    ['b.md', 'failed', expect.stringContaining('maximum number of categories')],
    ['c.md', 'imported'],
  ]);
  const keys = await app.database.reader.selectFrom('posts').select('searchKey').orderBy('slug').execute();
  // PostgreSQL returns large integers as strings.
  expect(keys.map(({ searchKey }) => searchKey)).toEqual([expect.anything(), expect.anything()]);
});

test('posts of a batch are found by search', async () => {
  const { app, run } = await given({ 'a.md': post('title: A', 'lighthouse'), 'b.md': post('title: B', 'harbour') });
  await run();
  const found = async (query: string) => (await app.get(`/api/posts/news/search?q=${query}`)).json;
  expect(JSON.stringify(await found('lighthouse'))).toContain('"slug":"a"');
  expect(JSON.stringify(await found('harbour'))).toContain('"slug":"b"');
});

test('aborted import reports unreached files', async () => {
  const { run } = await given({ 'a.md': post('title: A'), 'b.md': post('title: B') });
  const controller = new AbortController();
  const seen: string[] = [];
  const onProgress = ({ done, total, path }: { done: number; total: number; path: string }) => {
    seen.push(`${done}/${total} ${path}`);
    if (done === 1) controller.abort();
  };
  const { report, statuses } = await run({ onProgress, signal: controller.signal });
  expect(seen).toEqual(['0/2 a.md', '1/2 b.md']);
  expect(statuses).toEqual([
    ['a.md', 'imported'],
    ['b.md', 'skipped', 'not reached: the import was stopped'],
  ]);
  expect(report.isStopped).toBe(true);
});

test('concurrent imports of a folder create each post once', async () => {
  const { app, folder } = await given({});
  await writeSyntheticPosts(folder, { count: 12, paragraphs: 1 });
  const both = await Promise.all([run(app, folder), run(app, folder)]);
  const counts = both.map(({ report }) => report.counts);
  expect(counts.map(({ failed }) => failed)).toEqual([0, 0]);
  expect(counts.reduce((sum, { imported }) => sum + imported, 0)).toBe(12);
  const { items } = (await app.get('/api/posts/news?count=50&withBody=0')).json;
  expect(items).toHaveLength(12);
});

test('imports a hundred posts in two languages repeatably', { tags: ['extended'] }, async () => {
  const { app, folder } = await given({});
  const posts = await writeSyntheticPosts(folder, { count: 100, paragraphs: 2 });
  const { report } = await run(app, folder, { source: undefined });
  expect(report.counts).toEqual({ imported: 100, updated: 0, unchanged: 0, skipped: 0, failed: 0 });
  expect(report.source).toBe(basename(folder));
  for (const { slug, title, date, category, tags } of posts.slice(0, 10)) {
    const found = await app.call(postApi.find, params(slug));
    expect(found).toMatchObject({ title, publishAt: date, category: { label: category } });
    expect(found.tags?.map(({ label }) => label).toSorted()).toEqual([...tags].toSorted());
  }
  expect((await run(app, folder, { source: undefined })).report.counts).toMatchObject({ unchanged: 100 });
});
