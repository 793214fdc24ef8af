import { expect, test } from 'vitest';
import { z } from 'zod';
import { givenService } from '#testing/given.ts';
import { clientOf } from './client.ts';
import { expectFieldErrors, expectHead, expectHttpError, expectNothing, expectShape } from './expectations.ts';
import { AdminPostPageShape, CacheShape, PostDetailShape, PublicPostShape, RawPostShape } from './shapes.ts';
import { addCategory, openTestSite, writePost } from './test-site.ts';

const slugsOf = ({ items }: { items: readonly { slug: string }[] }) => items.map(({ slug }) => slug);

test('GET admin/posts/{service} lists posts in any state without bodies', async () => {
  const { app, as } = await openTestSite();
  const editor = await as('editor');
  await writePost(editor, { slug: 'live' });
  app.clock.moveTo('2026-11-21T04:44:00Z');
  await writePost(editor, { slug: 'draft', status: 'unpublish' });
  app.clock.moveTo('2026-11-21T04:45:00Z');
  await writePost(editor, { slug: 'reserved', publishAt: '2027-01-01T00:00:00Z', isHiddenInList: 1 });
  const list = expectShape(await (await as('viewer')).get('admin/posts/news', { withCategory: 0 }), AdminPostPageShape);
  expect(list.items.map(({ slug, statusPublishAt }) => [slug, statusPublishAt.split('#')[0]])).toEqual([
    ['reserved', 'reserve'],
    ['draft', 'unpublish'],
    ['live', 'publish'],
  ]);
  expect(list.pagerKey).toBeNull();
});

test('list sorts by creation or publish time in both orders', async () => {
  const { app, as } = await openTestSite();
  const editor = await as('editor');
  await writePost(editor, { slug: 'one', publishAt: '2026-11-02T00:00:00Z' });
  app.clock.moveTo('2026-11-21T04:44:00Z');
  await writePost(editor, { slug: 'two', publishAt: '2026-11-01T00:00:00Z' });
  const sorted = async (params: object) =>
    slugsOf(expectShape(await editor.get('admin/posts/news', { ...params }), AdminPostPageShape)).join();
  expect(await sorted({})).toBe('two,one');
  expect(await sorted({ sort: 'createdAt', order: 'asc' })).toBe('one,two');
  expect(await sorted({ sort: 'publishAt' })).toBe('one,two');
  expect(await sorted({ sort: 'publishAt', order: 'asc' })).toBe('two,one');
  expectFieldErrors(await editor.get('admin/posts/news', { sort: 'body' }), 'sort');
});

test('missing publish time sorts below all dates', async () => {
  const { as } = await openTestSite();
  const editor = await as('editor');
  await writePost(editor, { slug: 'dated' });
  await writePost(editor, { slug: 'undated', status: 'unpublish' });
  const list = expectShape(await editor.get('admin/posts/news', { sort: 'publishAt' }), AdminPostPageShape);
  expect(slugsOf(list)).toEqual(['dated', 'undated']);
});

test('filter matches by attribute and comparison', async () => {
  const { as } = await openTestSite();
  const editor = await as('editor');
  await writePost(editor, { slug: 'first', title: 'One', body: 'about 1000 words' });
  await writePost(editor, { slug: 'second', title: '橋の上', body: '100%_sure' });
  for (const [filters, found] of [
    [{ attribute: 'slug', compare: 'eq', value: 'first' }, ['first']],
    [{ attribute: 'slug', compare: 'contains', value: 'rst' }, ['first']],
    [{ attribute: 'title', compare: 'contains', value: '橋の' }, ['second']],
    [{ attribute: 'title', compare: 'eq', value: '橋の上' }, ['second']],
    [{ attribute: 'body', compare: 'contains', value: '100%_' }, ['second']],
    [{ attribute: 'body', compare: 'contains', value: "'; drop table post; --" }, []],
    [{ attribute: 'title', compare: 'contains', value: '' }, ['first', 'second']],
  ] as const) {
    const list = expectShape(await editor.get('admin/posts/news', { filters }), AdminPostPageShape);
    expect(slugsOf(list).toSorted(), JSON.stringify(filters)).toEqual(found);
  }
});

test('invalid filter returns a field error', async () => {
  const { as } = await openTestSite();
  const viewer = await as('viewer');
  for (const filters of [
    '{',
    '[]',
    '"x"',
    '{"attribute":"password","compare":"eq","value":"x"}',
    '{"attribute":"title"}',
  ]) {
    const reply = await viewer.get('admin/posts/news', { filters });
    expectHttpError(reply, 400, 'Validation Failed');
  }
});

test('category list includes subcategories; unknown category returns 404', async () => {
  const { as } = await openTestSite();
  const editor = await as('editor');
  await addCategory(editor, 'events');
  await addCategory(editor, 'tokyo', 'events');
  await writePost(editor, { slug: 'filed', category: 'tokyo' });
  await writePost(editor, { slug: 'loose' });
  const list = expectShape(await editor.get('admin/posts/news', { category: 'events' }), AdminPostPageShape);
  expect(slugsOf(list)).toEqual(['filed']);
  expectHttpError(await editor.get('admin/posts/news', { category: 'nothing' }), 404, 'Category does not exist');
});

test('GET admin/posts/{service}/slug tells whether a slug is free', async () => {
  const { as } = await openTestSite();
  const editor = await as('editor');
  await writePost(editor, { slug: 'taken' });
  const isFree = async (slug: string) => {
    const { status, body, text } = await editor.get('admin/posts/news/slug', { slug });
    return status === 200 ? body : text;
  };
  expect(await isFree('free')).toBe(true);
  for (const slug of ['taken', 'slug', 'groups']) expect(await isFree(slug), slug).toBe(false);
  for (const slug of ['a b', 'x'.repeat(129), '01hzx3v9d0q8e7m2k4n6p8r1st', '']) {
    expectFieldErrors(await editor.get('admin/posts/news/slug', { slug }), 'slug');
  }
  expectFieldErrors(await editor.get('admin/posts/news/slug'), 'slug');
});

test('post is found by id and slug with its relations', async () => {
  const { as } = await openTestSite();
  const editor = await as('editor');
  await addCategory(editor, 'events');
  await addCategory(editor, 'tokyo', 'events');
  const { postId, slug } = await writePost(editor, { category: 'tokyo', tags: [{ label: 'one' }] });
  const viewer = await as('viewer');
  const post = expectShape(await viewer.get(`admin/posts/news/${slug}`), PostDetailShape);
  expect(expectShape(await viewer.get(`admin/posts/news/${postId}`), PostDetailShape)).toEqual(post);
  expect(post.category).toMatchObject({ slug: 'tokyo', parents: [{ slug: 'events' }] });
  expect(post.tags).toMatchObject([{ label: 'one' }]);
  expect(post.service).toMatchObject({ serviceId: 'news', configs: { frontendPostDetailUrlPrefix: '' } });
  for (const name of [postId, slug]) expectHead(await viewer.head(`admin/posts/news/${name}`), 200);
  for (const name of ['nothing', '01hzx3v9d0q8e7m2k4n6p8r1st']) {
    expectHead(await viewer.head(`admin/posts/news/${name}`), 404);
    expectHttpError(await viewer.get(`admin/posts/news/${name}`), 404, 'Not Found');
  }
});

test('empty post has nulls and empty lists', async () => {
  const { as } = await openTestSite();
  const editor = await as('editor');
  const { slug } = await writePost(editor, { status: 'unpublish' });
  const post = expectShape(await editor.get(`admin/posts/news/${slug}`), PostDetailShape);
  expect(post).toMatchObject({
    body: '',
    bodyText: '',
    publishAt: null,
    images: [],
    files: [],
    links: [],
    tags: [],
    isHiddenInList: false,
  });
  expect(post.category ?? null).toBeNull();
});

test("id of another service's post is rejected", async () => {
  const { app, as } = await openTestSite();
  await givenService(app, { serviceId: 'other' });
  const { postId } = await writePost(await as('editor'));
  const editor = await as('editor', ['news', 'other']);
  expectHttpError(await editor.get(`admin/posts/other/${postId}`), 400, 'PostId is invalid');
  expectHttpError(await editor.post(`admin/posts/other/${postId}`, { title: 'x' }), 400, 'PostId is invalid');
  expectHttpError(await editor.delete(`admin/posts/other/${postId}`), 400, 'PostId is invalid');
});

test('POST admin/posts/{service} creates a post with all fields', async () => {
  const { as } = await openTestSite();
  const editor = await as('editor');
  await addCategory(editor, 'events');
  const post = await writePost(editor, {
    slug: 'First_note',
    title: ' First note ',
    body: 'Hello  \n\n',
    category: 'events',
    publishAt: '2026-11-20T10:00:00+09:00',
    isHiddenInList: 'false',
    links: [
      { id: 1, url: 'https://example.com/', label: 'Map' },
      { id: 2, url: 'http://example.com/' },
    ],
    tags: [{ label: ' tokyo ' }, { label: 'tokyo' }],
    images: [],
    files: [],
  });
  expect(post).toMatchObject({
    slug: 'First_note',
    title: 'First note',
    body: 'Hello',
    categorySlug: 'events',
    postStatus: 'publish',
    publishAt: '2026-11-20T01:00:00Z',
    statusPublishAt: 'publish#2026-11-20T01:00:00Z',
    links: [
      { id: 1, url: 'https://example.com/', label: 'Map' },
      { id: 2, url: 'http://example.com/' },
    ],
    tags: [{ label: 'tokyo' }],
    createdAt: '2026-11-21T04:43:00Z',
  });
  const again = await writePost(editor, { tags: [{ tagId: post.tags[0]?.tagId }] });
  expect(again.tags).toEqual(post.tags);
});

test('creation reports each missing or invalid field', async () => {
  const { as } = await openTestSite();
  const editor = await as('editor');
  const create = (overrides: object) =>
    editor.post('admin/posts/news', { slug: 'x', title: 'x', bodyFormat: 'markdown', status: 'publish', ...overrides });
  expectFieldErrors(await editor.post('admin/posts/news', { body: 'x' }), 'body_format', 'slug', 'status', 'title');
  expectFieldErrors(await create({ slug: 'a b' }), 'slug');
  expectFieldErrors(await create({ title: '  ' }), 'title');
  expectFieldErrors(await create({ bodyFormat: 'latex' }), 'body_format');
  expectFieldErrors(await create({ publishAt: 'tomorrow' }), 'publish_at');
  const links = Array.from({ length: 11 }, (_, id) => ({ id: id + 1, url: 'https://example.com/' }));
  expectFieldErrors(await create({ links }), 'links');
  expectFieldErrors(await create({ links: [{ id: 1, url: 'javascript:alert(1)' }] }), 'url');
  expectFieldErrors(await create({ links: [{ id: 0, url: 'https://example.com/' }] }), 'id');
  expectFieldErrors(await create({ tags: Array.from({ length: 31 }, (_, at) => ({ label: `t${at}` })) }), 'tags');
  const images = Array.from({ length: 6 }, (_, at) => ({
    fileId: `01hzx3v9d0q8e7m2k4n6p8r1s${at}`,
    mimeType: 'image/png',
  }));
  expectFieldErrors(await create({ images }), 'images');
  expectFieldErrors(await create({ files: images }), 'files');
});

test('rejected posts return the documented messages', async () => {
  const { app, as } = await openTestSite();
  await givenService(app, { serviceId: 'other' });
  const editor = await as('editor');
  await writePost(editor, { slug: 'taken' });
  const create = (overrides: object) =>
    editor.post('admin/posts/news', { slug: 'x', title: 'x', bodyFormat: 'markdown', status: 'publish', ...overrides });
  expectHttpError(await create({ slug: 'taken' }), 400, 'Slug already used');
  for (const slug of ['slug', 'groups']) expectHttpError(await create({ slug }), 400, 'This slug is not allowed');
  expectHttpError(await create({ category: 'nothing' }), 400, 'Category not exists');
  expectHttpError(await create({ bodyFormat: 'json', body: '{' }), 400, 'body is invalid as json');
  expectHttpError(await create({ status: 'burnt' }), 400, 'status is invalid');
  const fileId = '01hzx3v9d0q8e7m2k4n6p8r1st';
  expectHttpError(await create({ images: [{ fileId, mimeType: 'image/png' }] }), 400, `fileId ${fileId} not exists`);
  expect((await create({ tags: [{ tagId: fileId }] })).status).toBe(400);
});

test('update keeps absent fields', async () => {
  const { app, as } = await openTestSite();
  const editor = await as('editor');
  await addCategory(editor, 'events');
  const before = await writePost(editor, {
    body: 'Old',
    category: 'events',
    tags: [{ label: 'one' }],
    links: [{ id: 1, url: 'https://example.com/' }],
  });
  app.clock.moveTo('2026-11-21T04:44:00Z');
  const path = `admin/posts/news/${before.postId}`;
  const saved = expectShape(await editor.post(path, { body: 'New', bodyFormat: 'markdown' }), PostDetailShape);
  expect(saved).toMatchObject({
    body: 'New',
    tags: before.tags,
    links: before.links,
    categorySlug: 'events',
    updatedAt: '2026-11-21T04:44:00Z',
  });
  const retitled = expectShape(await editor.post(path, { title: 'Other', publishAt: '' }), PostDetailShape);
  expect(retitled).toMatchObject({ title: 'Other', body: 'New', publishAt: before.publishAt });
  const emptied = expectShape(await editor.post(path, { tags: [], category: '', links: [] }), PostDetailShape);
  expect(emptied).toMatchObject({ tags: [], links: [] });
  expect(emptied.categorySlug ?? null).toBeNull();
});

test('unchanged update returns 200, empty update 400', async () => {
  const { as } = await openTestSite();
  const editor = await as('editor');
  const post = await writePost(editor);
  const path = `admin/posts/news/${post.slug}`;
  expect(expectShape(await editor.post(path, { title: post.title }), PostDetailShape).title).toBe(post.title);
  expectHttpError(await editor.post(path, {}), 400, 'Data is empty');
  expectHttpError(await editor.post('admin/posts/news/nothing', { title: 'x' }), 404, 'Not Found');
});

test('null clears the publish time of an unpublished post', async () => {
  const { as } = await openTestSite();
  const editor = await as('editor');
  const { slug } = await writePost(editor, { status: 'unpublish', publishAt: '2027-01-01T00:00:00Z' });
  const cleared = expectShape(await editor.post(`admin/posts/news/${slug}`, { publishAt: null }), PostDetailShape);
  expect([cleared.publishAt, cleared.statusPublishAt]).toEqual([null, 'unpublish#None']);
});

test('POST …/status publishes and unpublishes, rejects the current status', async () => {
  const { as } = await openTestSite();
  const editor = await as('editor');
  const { postId } = await writePost(editor, { status: 'unpublish' });
  const path = `admin/posts/news/${postId}/status`;
  expectHttpError(await editor.post(path, { status: 'unpublish' }), 400, 'Status is same value');
  const live = expectShape(await editor.post(path, { status: 'publish' }), PostDetailShape);
  expect(live).toMatchObject({ publishAt: '2026-11-21T04:43:00Z', statusPublishAt: 'publish#2026-11-21T04:43:00Z' });
  expectHttpError(await editor.post(path, { status: 'publish' }), 400, 'Status is same value');
  const down = expectShape(await editor.post(path, { status: 'unpublish' }), PostDetailShape);
  expect(down).toMatchObject({ publishAt: '2026-11-21T04:43:00Z', statusPublishAt: 'unpublish#2026-11-21T04:43:00Z' });
  const again = expectShape(await editor.post(path, { status: 'publish' }), PostDetailShape);
  expect(again.publishAt, 'an old date stays').toBe('2026-11-21T04:43:00Z');
  expect((await editor.post(path, {})).status).toBe(400);
  expectHttpError(await editor.post('admin/posts/news/nothing/status', { status: 'publish' }), 404, 'Not Found');
});

test('publishing with a future time reserves the post', async () => {
  const { as } = await openTestSite();
  const editor = await as('editor');
  const { slug } = await writePost(editor, { status: 'unpublish', publishAt: '2027-01-01T00:00:00Z' });
  const reserved = expectShape(
    await editor.post(`admin/posts/news/${slug}/status`, { status: 'publish' }),
    PostDetailShape,
  );
  expect(reserved.statusPublishAt).toBe('reserve#2027-01-01T00:00:00Z');
});

test('DELETE removes the post from lists, groups and its URL', async () => {
  const { reader, as } = await openTestSite();
  const editor = await as('editor');
  const { postId, slug } = await writePost(editor, { tags: [{ label: 'one' }] });
  await editor.post('admin/posts/news/groups', { slug: 'picks', label: 'Picks', postIds: [postId] });
  expectNothing(await editor.delete(`admin/posts/news/${postId}`));
  expectHttpError(await reader.get(`posts/news/${slug}`), 404, 'Not Found');
  expect((await reader.get('posts/news')).body.items).toEqual([]);
  expect((await reader.get('posts/news/groups/picks')).body.postIds).toBeUndefined();
  expect((await editor.get('admin/posts/news/groups/picks')).body.postIds ?? []).toEqual([]);
  expectHttpError(await editor.delete(`admin/posts/news/${postId}`), 404, 'Not Found');
});

test('GET …/cache returns a visible post’s static file, else null', async () => {
  const { as } = await openTestSite();
  const editor = await as('editor');
  const live = await writePost(editor, { slug: 'live' });
  const cacheOf = async (slug: string) => await editor.get(`admin/posts/news/${slug}/cache`);
  await expect.poll(async () => (await cacheOf('live')).body).not.toBeNull();
  const cache = expectShape(await cacheOf(live.postId), CacheShape);
  expect(cache.path).toBe('posts/news/live.json');
  await editor.post('admin/posts/news/live/status', { status: 'unpublish' });
  await expect.poll(async () => (await cacheOf('live')).body).toBeNull();
  await writePost(editor, { slug: 'draft', status: 'unpublish' });
  expectNothing(await cacheOf('draft'));
  expectHttpError(await cacheOf('nothing'), 404, 'Not Found');
});

test('preview token shows an unpublished post', async () => {
  const { app, as } = await openTestSite();
  const { slug, previewToken } = await writePost(await as('editor'), { status: 'unpublish', body: 'Soon' });
  const shown = await clientOf(app.port).get(`posts/news/${slug}`, { token: previewToken });
  expect(expectShape(shown, PublicPostShape).bodyText).toBe('Soon');
});

test('viewer reads a post and checks a slug', async () => {
  const { as } = await openTestSite();
  const { slug } = await writePost(await as('editor'));
  const viewer = await as('viewer');
  expectShape(await viewer.get(`admin/posts/news/${slug}`), PostDetailShape);
  expect(z.boolean().parse((await viewer.get('admin/posts/news/slug', { slug })).body)).toBe(false);
});

test('creation returns the raw post', async () => {
  const { as } = await openTestSite();
  const creation = { slug: 'raw', title: 'Raw', bodyFormat: 'json', body: '{"a":1}', status: 'unpublish' };
  const post = expectShape(await (await as('editor')).post('admin/posts/news', creation), RawPostShape);
  expect(post).toMatchObject({
    bodyJson: { a: 1 },
    bodyText: '',
    postStatus: 'unpublish',
    statusPublishAt: 'unpublish#None',
  });
});
