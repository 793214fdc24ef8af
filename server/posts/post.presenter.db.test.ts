import { expect, test } from 'vitest';
import { adminFileApi } from '#contract/admin-files.ts';
import { adminPostApi, type PostCreation } from '#contract/admin-posts.ts';
import { adminServiceApi } from '#contract/admin-services.ts';
import { adminPostGroupApi } from '#contract/post-groups.ts';
import { postApi } from '#contract/posts.ts';
import type { FileRow } from '#server/database/media-tables.ts';
import { createLog } from '#server/platform/log.ts';
import type { Storage } from '#server/storage/index.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { testDatabase } from '#testing/database.ts';
import { givenStoredFile } from '#testing/given-stored-file.ts';
import { givenUser } from '#testing/given-user.ts';
import { listeningApp } from '#testing/listening-app.ts';
import { jpegPicture } from '#testing/pictures.ts';
import { testStorage } from '#testing/storage.ts';
import { watchQueries } from '#testing/watched-queries.ts';
import { writeDueStaticFiles } from '../publishing/static-files/static-files.ts';
import { renderHtml } from '../rendering/render-body.ts';

const params = { serviceId: 'news' };
const held = ({ fileId, mimeType }: FileRow) => ({ fileId, mimeType });
const addressOf = ({ fileId }: FileRow, size = 'raw') => `/media/news/images/${fileId}/${size}.jpg`;

async function openTestSite(app: TestApp, storage?: Storage) {
  const tools = { ...app, storage: storage ?? (await testStorage()) };
  const content = await jpegPicture({ width: 900, height: 600 });
  const face = await givenStoredFile(tools, { content, altEn: 'A face', altJa: '顔', captionEn: 'Seen at night' });
  const [image, inBody] = [await givenStoredFile(tools, { content }), await givenStoredFile(tools, { content })];
  const pdf = { fileType: 'file', mimeType: 'application/pdf', name: '計画.pdf', content: Buffer.from('%PDF-1.7') };
  const document = await givenStoredFile(tools, pdf);
  const editor = await givenUser(app, { role: 'admin' });
  const post: PostCreation = {
    ...{ slug: 'shown', title: 'Shown', bodyFormat: 'markdown', status: 'publish' },
    tags: [{ label: 'ink' }],
    body: `![](${addressOf(inBody, '800x800')})`,
    thumbnail: held(face),
    images: [{ ...held(image), caption: 'In the harbour' }],
    files: [held(document)],
  };
  const create = (other: Partial<PostCreation> = {}) =>
    editor.call(adminPostApi.create, { params, body: { ...post, ...other } });
  return { ...tools, editor, files: { face, image, inBody, document }, created: await create(), create };
}

test('post has full data of its files', async () => {
  const { call, files, created } = await openTestSite(await testApp());
  const post = await call(postApi.find, { params: { ...params, slug: 'shown' } });
  expect(post.thumbnail).toMatchObject({
    ...held(files.face),
    ...{ name: 'picture.jpg', size: files.face.size, src: addressOf(files.face), width: 900, height: 600 },
    srcSet: ['400x400', '800x800', '1200x1200']
      .map((size, at) => `${addressOf(files.face, size)} ${[400, 800, 900][at]}w`)
      .join(', '),
    alt: { en: 'A face', ja: '顔' },
    captions: { en: 'Seen at night' },
  });
  expect(post.thumbnail?.variants).toContainEqual({
    ...{ size: '400x400xs', width: 400, height: 400 },
    src: addressOf(files.face, '400x400xs'),
  });
  expect(post.images).toEqual([
    expect.objectContaining({ ...held(files.image), caption: 'In the harbour', width: 900 }),
  ]);
  expect(post.files).toEqual([
    {
      ...held(files.document),
      ...{ name: '計画.pdf', size: 8, src: `/media/news/docs/${files.document.fileId}.pdf` },
    },
  ]);
  expect(post.bodyHtml).toContain(` srcset="${addressOf(files.inBody, '400x400')} 400w, `);
  expect(post.bodyHtml).toContain(' width="800" height="533"');
  expect(created.body).toBe(`![](${addressOf(files.inBody, '800x800')})`);
});

test('image in the body gets its caption from the post', async () => {
  const { call, files, create } = await openTestSite(await testApp());
  const { image } = files;
  await create({ slug: 'captioned', body: `![](${addressOf(image)})` });
  const { bodyHtml } = await call(postApi.find, { params: { ...params, slug: 'captioned' } });
  expect(bodyHtml).toMatch(/^<figure><img [^>]+><figcaption>In the harbour<\/figcaption><\/figure>$/);
});

test('public and admin lists return the same file data', async () => {
  const app = await openTestSite(await testApp());
  const { call, editor, created } = app;
  const group = { slug: 'all', label: 'All' };
  await editor.call(adminPostGroupApi.create, { params, body: group });
  const registration = { postId: created.postId, isRegister: true };
  await editor.call(adminPostGroupApi.register, { params: { ...params, slug: 'all' }, body: registration });
  const { thumbnail, images, files, bodyHtml } = await call(postApi.find, { params: { ...params, slug: 'shown' } });
  expect(thumbnail?.srcSet).toBeDefined();
  const shown = { thumbnail, images, files, bodyHtml };
  for (const query of ['', '?tag=ink', '?category=root']) {
    expect((await app.get(`/api/posts/news${query}`)).json.items, query).toMatchObject([shown]);
  }
  expect((await app.get('/api/posts/news/groups/all')).json.posts).toMatchObject([shown]);
  const { bodyHtml: _b, ...light } = shown;
  const [withoutBody] = (await app.get('/api/posts/news?withBody=0')).json.items;
  expect(withoutBody).toMatchObject(light);
  expect(withoutBody).not.toHaveProperty('bodyHtml');
  expect(created).toMatchObject(shown);
  const place = { ...params, idOrSlug: 'shown' };
  expect(await editor.call(adminPostApi.find, { params: place })).toMatchObject(shown);
  expect((await editor.call(adminPostApi.list, { params })).items).toMatchObject([{ thumbnail }]);
  const detailed = { params: { ...params, slug: 'all' }, query: { withPostDetail: '1' } };
  expect(await editor.call(adminPostGroupApi.find, detailed as never)).toMatchObject({ posts: [{ thumbnail }] });
  const changed = await editor.call(adminPostApi.update, { params: place, body: { title: 'Other' } });
  expect(changed).toMatchObject(shown);
  const stale = await editor.send('POST', '/api/admin/posts/news/shown', { body: { title: 'Third', revision: 1 } });
  expect(stale).toMatchObject({ status: 409, json: { current: { thumbnail: { srcSet: thumbnail?.srcSet } } } });
});

test('repeated images do not inflate responses', async () => {
  const app = await openTestSite(await testApp());
  const { editor, files, create } = app;
  const { fileId } = files.inBody;
  await editor.call(adminFileApi.update, { params: { ...params, fileId }, body: { alt: { en: '"'.repeat(500) } } });
  const body = `<img src="${addressOf(files.inBody, '800x800')}">`.repeat(2000);
  const { html } = await renderHtml(body);
  const bare = html.length;
  for (const slug of ['a', 'b', 'c', 'd', 'e']) await create({ slug, bodyFormat: 'html', body });
  const one = await app.get('/api/posts/news/a');
  expect(one.json.bodyHtml.match(/ srcset=/g)?.length).toBeGreaterThan(50);
  expect(one.json.bodyHtml.length).toBeLessThanOrEqual(bare + 300_000);
  const list = await app.get('/api/posts/news?category=root');
  expect(list.json.items).toHaveLength(6);
  const added = list.json.items
    .filter(({ slug }: { slug: string }) => slug !== 'shown')
    .map(({ bodyHtml }: { bodyHtml: string }) => bodyHtml.length - bare);
  expect(added.filter((letters: number) => letters > 290_000)).toHaveLength(3);
  expect(added.reduce((sum: number, letters: number) => sum + letters)).toBeLessThanOrEqual(1_000_000);
});

test('preview shows images like the published post', async () => {
  const { editor, files } = await openTestSite(await testApp());
  const body = { body: `![](${addressOf(files.inBody)})`, bodyFormat: 'markdown' as const };
  const { bodyHtml } = await editor.call(adminPostApi.preview, { params, body });
  expect(bodyHtml).toContain(' srcset="');
});

test('withdrawn files are hidden from readers but not editors', async () => {
  const { call, editor, database, files } = await openTestSite(await testApp());
  const { face, image, inBody, document } = files;
  await database.writer.updateTable('files').set({ isWithdrawn: 1 }).where('fileId', '=', face.fileId).execute();
  await database.writer.updateTable('files').set({ isWithdrawn: 1 }).where('fileId', '=', inBody.fileId).execute();
  await database.writer.deleteFrom('files').where('fileId', 'in', [image.fileId, document.fileId]).execute();
  const post = await call(postApi.find, { params: { ...params, slug: 'shown' } });
  for (const name of ['thumbnail', 'images', 'files']) expect(post).not.toHaveProperty(name);
  expect(post.bodyHtml).toBe(
    `<p><img src="${addressOf(inBody, '800x800')}" alt="" loading="lazy" decoding="async"></p>`,
  );
  expect(await editor.call(adminPostApi.find, { params: { ...params, idOrSlug: 'shown' } })).toMatchObject({
    thumbnail: held(face),
    images: [{ ...held(image), caption: 'In the harbour' }],
    files: [held(document)],
  });
});

test('removed files stay visible, unfinished uploads have ids only', async () => {
  const { call, database, files } = await openTestSite(await testApp());
  const setTo = (values: Partial<FileRow>) =>
    database.writer.updateTable('files').set(values).where('fileId', '=', files.face.fileId).execute();
  await setTo({ status: 'removed', removedAt: '2026-11-21T04:43:00Z' });
  const find = () => call(postApi.find, { params: { ...params, slug: 'shown' } });
  expect((await find()).thumbnail).toHaveProperty('srcSet');
  await setTo({ uploadedAt: null });
  expect((await find()).thumbnail).toEqual(held(files.face));
});

test('files of a page cost two further queries', async () => {
  const database = await testDatabase();
  const queries = watchQueries();
  const watched = { ...database, reader: database.reader.withPlugin(queries.plugin) };
  const app = await openTestSite(await testApp({ database: watched }));
  const costOf = async (url: string) => {
    const before = queries.count();
    expect((await app.get(url)).status).toBe(200);
    return queries.count() - before;
  };
  await app.create({
    slug: 'plain',
    images: [],
    files: [],
    thumbnail: null,
    body: 'Nothing.',
    tags: [{ label: 'none' }],
  });
  const plain = await costOf('/api/posts/news?tag=none');
  const one = await costOf('/api/posts/news?tag=ink');
  expect(one - plain).toBe(2);
  for (const slug of ['second', 'third', 'fourth']) await app.create({ slug });
  expect(await costOf('/api/posts/news?tag=ink')).toBe(one);
});

test('static file is rewritten when files or image sizes change', async () => {
  const storage = await testStorage();
  const app = await openTestSite(await testApp({ storage }), storage);
  const { editor, files, clock, database } = app;
  const log = createLog('silent');
  const written = async () => {
    while ((await writeDueStaticFiles({ database, storage, clock, log, mediaUrl: '/media' })) === 'more');
    const { json } = await app.get('/media/posts/news/shown.json');
    return json;
  };
  expect(await written()).toMatchObject({ thumbnail: { alt: { en: 'A face' }, width: 900 } });
  const bodyHtml = expect.stringContaining(' srcset="');
  expect(await written()).toMatchObject({ bodyHtml });
  await editor.call(adminFileApi.update, {
    params: { ...params, fileId: files.face.fileId },
    body: { alt: { en: 'Another face' } },
  });
  expect(await written()).toMatchObject({ thumbnail: { alt: { en: 'Another face' } } });
  const config = { ...params, configKey: 'mediaUploadImageSizes' };
  await editor.call(adminServiceApi.saveConfig, { params: config, body: { configVal: ['300x300'] } });
  expect((await written()).thumbnail.variants).toMatchObject([{ size: '300x300' }]);
  await editor.call(adminServiceApi.saveConfig, { params: config, body: { configVal: null } });
  expect((await written()).thumbnail.variants).toHaveLength(4);
});

test('cached responses show file changes immediately', async () => {
  const app = await listeningApp();
  const { editor, files } = await openTestSite(app);
  const seen = async (url: string) => JSON.parse((await app.ask(url)).body);
  const first = async () => [(await seen('/api/posts/news')).items[0], await seen('/api/posts/news/shown')];
  for (const post of [...(await first()), ...(await first())]) expect(post.thumbnail.alt.en).toBe('A face');
  const body = { alt: { en: 'Another face' }, name: 'face.jpg' };
  await editor.call(adminFileApi.update, { params: { ...params, fileId: files.face.fileId }, body });
  for (const post of await first())
    expect(post.thumbnail).toMatchObject({ alt: { en: 'Another face' }, name: 'face.jpg' });
  const config = { params: { ...params, configKey: 'mediaUploadImageSizes' }, body: { configVal: ['300x300'] } };
  await editor.call(adminServiceApi.saveConfig, config);
  for (const post of await first()) expect(post.thumbnail.variants).toHaveLength(1);
  const { fileId } = files.face;
  await editor.call(adminFileApi.delete, { params: { ...params, fileId }, query: { isForced: '1' } } as never);
  for (const post of await first()) expect(post).not.toHaveProperty('thumbnail');
});
