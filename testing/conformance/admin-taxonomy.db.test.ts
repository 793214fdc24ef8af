import { expect, test } from 'vitest';
import { z } from 'zod';
import { givenService } from '#testing/given.ts';
import { expectFieldErrors, expectHead, expectHttpError, expectNothing, expectShape } from './expectations.ts';
import {
  CategoryDetailShape,
  CategoryWithParentsShape,
  PublicPostShape,
  RawCategoryShape,
  RawGroupShape,
  RawGroupWithPostsShape,
  TagShape,
} from './shapes.ts';
import { addCategory, addGroup, openTestSite, writePost } from './test-site.ts';

const slugsOf = (items: readonly { slug: string }[]) => items.map(({ slug }) => slug);

test('GET admin/posts/{service}/groups returns all groups, last changed first', async () => {
  const { app, as } = await openTestSite();
  const editor = await as('editor');
  for (let each = 0; each < 25; each += 1) {
    app.clock.moveTo(`2026-11-21T05:${String(10 + each)}:00Z`);
    await addGroup(editor, `group-${each}`);
  }
  const list = expectShape(await (await as('viewer')).get('admin/posts/news/groups'), z.array(RawGroupShape));
  expect(list).toHaveLength(25);
  expect(list[0]?.slug).toBe('group-24');
  const oldest = expectShape(await editor.get('admin/posts/news/groups', { order: 'asc' }), z.array(RawGroupShape));
  expect(oldest[0]?.slug).toBe('group-0');
});

test('group accepts posts of its own service, each once', async () => {
  const { app, as } = await openTestSite();
  await givenService(app, { serviceId: 'other' });
  const editor = await as('editor');
  const one = await writePost(editor);
  const two = await writePost(editor);
  const group = await addGroup(editor, 'picks', [two.postId, one.postId]);
  expect(group).toMatchObject({
    serviceId: 'news',
    slug: 'picks',
    label: 'Label of picks',
    postIds: [two.postId, one.postId],
  });
  const create = (overrides: object) =>
    editor.post('admin/posts/news/groups', { slug: 'more', label: 'More', ...overrides });
  expectHttpError(await create({ slug: 'picks' }), 400, 'Already in use');
  expect((await create({ postIds: [one.postId, one.postId] })).status).toBe(400);
  expect((await create({ postIds: ['01hzx3v9d0q8e7m2k4n6p8r1st'] })).status).toBe(400);
  const stranger = await as('editor', ['other']);
  const foreign = await stranger.post('admin/posts/other/groups', {
    slug: 'theirs',
    label: 'x',
    postIds: [one.postId],
  });
  expect(foreign.status).toBe(400);
  expectFieldErrors(await create({ label: ' ' }), 'label');
  expectFieldErrors(await editor.post('admin/posts/news/groups', {}), 'label', 'slug');
  for (const slug of ['slug', 'create', '01hzx3v9d0q8e7m2k4n6p8r1st', 'Big', 'a_b', 'x'.repeat(129)]) {
    expect((await create({ slug })).status, slug).toBe(400);
  }
});

test('GET …/groups/slug tells whether a slug is free', async () => {
  const { as } = await openTestSite();
  const editor = await as('editor');
  await addGroup(editor, 'picks');
  const isFree = async (slug: string) => (await editor.get('admin/posts/news/groups/slug', { slug })).body;
  expect([await isFree('free'), await isFree('picks'), await isFree('slug')]).toEqual([true, false, false]);
});

test('GET …/groups/{slug} returns the group with ordered posts if requested', async () => {
  const { as } = await openTestSite();
  const editor = await as('editor');
  const live = await writePost(editor);
  const draft = await writePost(editor, { status: 'unpublish' });
  await addGroup(editor, 'picks', [draft.postId, live.postId]);
  const group = expectShape(await editor.get('admin/posts/news/groups/picks'), RawGroupShape);
  expect(group.postIds).toEqual([draft.postId, live.postId]);
  const path = 'admin/posts/news/groups/picks';
  const whole = expectShape(await editor.get(path, { withPostDetail: 1 }), RawGroupWithPostsShape);
  expect(whole.posts.map(({ slug, publishAt }) => [slug, publishAt])).toEqual([
    [draft.slug, null],
    [live.slug, live.publishAt],
  ]);
  await addGroup(editor, 'empty');
  const empty = expectShape(
    await editor.get('admin/posts/news/groups/empty', { withPostDetail: 1 }),
    RawGroupWithPostsShape,
  );
  expect(empty.posts).toEqual([]);
  expectHead(await editor.head(path), 200);
  expectHead(await editor.head('admin/posts/news/groups/nothing'), 404);
  expectHttpError(await editor.get('admin/posts/news/groups/nothing'), 404, 'Group does not exist');
});

test('POST …/groups/{slug} changes label or order, never the slug', async () => {
  const { app, as } = await openTestSite();
  const editor = await as('editor');
  const ids = [(await writePost(editor)).postId, (await writePost(editor)).postId];
  const { updatedAt } = await addGroup(editor, 'picks', ids);
  app.clock.moveTo('2026-11-21T04:44:00Z');
  const path = 'admin/posts/news/groups/picks';
  const renamed = expectShape(await editor.post(path, { label: 'Best', slug: 'picks' }), RawGroupShape);
  expect(renamed).toMatchObject({ label: 'Best', slug: 'picks', postIds: ids, updatedAt: '2026-11-21T04:44:00Z' });
  expect(renamed.updatedAt).not.toBe(updatedAt);
  const ordered = expectShape(await editor.post(path, { postIds: ids.toReversed() }), RawGroupShape);
  expect(ordered).toMatchObject({ label: 'Best', postIds: ids.toReversed() });
  expect((await editor.post(path, { label: 'x', slug: 'other' })).status).toBe(400);
  expectHttpError(await editor.post(path, {}), 400, 'Data is empty');
  const emptied = expectShape(await editor.post(path, { postIds: [] }), RawGroupShape);
  expect(emptied.postIds ?? []).toEqual([]);
});

test("adding or removing one post returns the group's post ids", async () => {
  const { as } = await openTestSite();
  const editor = await as('editor');
  const one = (await writePost(editor)).postId;
  const two = (await writePost(editor)).postId;
  await addGroup(editor, 'picks', [one]);
  const path = 'admin/posts/news/groups/picks/post-ids';
  const ids = z.array(z.string());
  expect(expectShape(await editor.post(path, { postId: two, isRegister: 1 }), ids)).toEqual([one, two]);
  expectHttpError(await editor.post(path, { postId: two, isRegister: 1 }), 400, 'Already Registered');
  expect(expectShape(await editor.get(path), ids)).toEqual([one, two]);
  expect(expectShape(await editor.post(path, { postId: one, isRegister: 0 }), ids)).toEqual([two]);
  expectHttpError(await editor.post(path, { postId: one, isRegister: 0 }), 400, 'Already Unregistered');
  const missing = await editor.post(path, { postId: '01hzx3v9d0q8e7m2k4n6p8r1st', isRegister: 1 });
  expectHttpError(missing, 404, 'Post not Found');
});

test('DELETE …/groups/{slug} keeps its posts', async () => {
  const { reader, as } = await openTestSite();
  const editor = await as('editor');
  const { postId, slug } = await writePost(editor);
  await addGroup(editor, 'picks', [postId]);
  expectNothing(await editor.delete('admin/posts/news/groups/picks'));
  expectHttpError(await editor.delete('admin/posts/news/groups/picks'), 404, 'Group does not exist');
  expectShape(await reader.get(`posts/news/${slug}`), PublicPostShape);
});

test('GET admin/categories/{service} returns the root or its tree', async () => {
  const { as } = await openTestSite();
  const editor = await as('editor');
  await addCategory(editor, 'events');
  await addCategory(editor, 'tokyo', 'events');
  const viewer = await as('viewer');
  const [root, ...rest] = expectShape(await viewer.get('admin/categories/news'), z.array(RawCategoryShape));
  expect([root?.slug, rest]).toEqual(['root', []]);
  const tree = await viewer.get('admin/categories/news', { withChildren: 1 });
  expect(tree.body).toMatchObject([
    { slug: 'root', children: [{ slug: 'events', children: [{ slug: 'tokyo', children: [] }] }] },
  ]);
});

test('category is created below its parent or the root', async () => {
  const { as } = await openTestSite();
  const editor = await as('editor');
  const events = await addCategory(editor, 'events', 'root');
  const tokyo = await addCategory(editor, 'tokyo', 'events');
  expect(tokyo).toMatchObject({
    slug: 'tokyo',
    label: 'Label of tokyo',
    serviceId: 'news',
    parentPath: `${events.parentPath}#${events.id}`,
  });
  const create = (overrides: object) =>
    editor.post('admin/categories/news', { slug: 'x', label: 'x', parentCategorySlug: '', ...overrides });
  expectHttpError(await create({ slug: 'tokyo' }), 400, 'Slug already used');
  expectHttpError(await create({ parentCategorySlug: 'nothing' }), 400, 'parentCategorySlug not exists');
  expectFieldErrors(await create({ slug: 'A_b', label: '  ' }), 'label', 'slug');
  const orphan = expectShape(
    await editor.post('admin/categories/news', { slug: 'orphan', label: 'x' }),
    RawCategoryShape,
  );
  expect(orphan.parentPath).toBe(events.parentPath);
});

test('GET admin/categories/{service}/slug tells whether a slug is free', async () => {
  const { as } = await openTestSite();
  const editor = await as('editor');
  await addCategory(editor, 'events');
  const isFree = async (slug: string) => (await editor.get('admin/categories/news/slug', { slug })).body;
  expect([await isFree('free'), await isFree('events'), await isFree('root')]).toEqual([true, false, false]);
});

test('GET admin/categories/{service}/{slug} returns ancestors and descendants', async () => {
  const { as } = await openTestSite();
  const editor = await as('editor');
  for (const [slug, parent] of [
    ['a', ''],
    ['b', 'a'],
    ['c', 'b'],
    ['d', 'c'],
  ] as const)
    await addCategory(editor, slug, parent);
  const found = expectShape(await editor.get('admin/categories/news/b'), CategoryDetailShape);
  expect([slugsOf(found.parents), slugsOf(found.children).toSorted()]).toEqual([['a'], ['c', 'd']]);
  expectHead(await editor.head('admin/categories/news/b'), 200);
  expectHead(await editor.head('admin/categories/news/nothing'), 404);
  expect((await editor.get('admin/categories/news/nothing')).status).toBe(404);
});

test('moved category takes its descendants and posts along', async () => {
  const { reader, as } = await openTestSite();
  const editor = await as('editor');
  for (const [slug, parent] of [
    ['a', ''],
    ['b', 'a'],
    ['c', 'b'],
    ['z', ''],
  ] as const)
    await addCategory(editor, slug, parent);
  await writePost(editor, { slug: 'deep', category: 'c' });
  const moved = expectShape(
    await editor.post('admin/categories/news/b', { label: 'B', parentCategorySlug: 'z' }),
    RawCategoryShape,
  );
  expect(moved).toMatchObject({ slug: 'b', label: 'B', service: { serviceId: 'news' } });
  const below = expectShape(await reader.get('categories/news/c', { withParents: 1 }), CategoryWithParentsShape);
  expect(slugsOf(below.parents)).toEqual(['z', 'b']);
  const post = expectShape(await reader.get('posts/news/deep'), PublicPostShape);
  expect(post.categoryPath).toBe(`${moved.parentPath}#${moved.id}#${below.id}`);
  const listed = async (category: string) => (await reader.get('posts/news', { category })).body.items.length;
  expect([await listed('z'), await listed('a')]).toEqual([1, 0]);
});

test('top-level category keeps its place with an empty parent', async () => {
  const { as } = await openTestSite();
  const editor = await as('editor');
  const { parentPath } = await addCategory(editor, 'events');
  const edited = expectShape(
    await editor.post('admin/categories/news/events', { label: 'New', parentCategorySlug: '' }),
    RawCategoryShape,
  );
  expect(edited).toMatchObject({ label: 'New', parentPath });
});

test('category moves that break the tree are rejected', async () => {
  const { as } = await openTestSite();
  const editor = await as('editor');
  await addCategory(editor, 'a');
  await addCategory(editor, 'b', 'a');
  const move = (slug: string, parentCategorySlug: string) =>
    editor.post(`admin/categories/news/${slug}`, { label: 'x', parentCategorySlug });
  expectHttpError(await move('a', 'a'), 400, 'parentCategorySlug must have a different value from slug');
  expect((await move('a', 'b')).status, 'below its own child').toBe(400);
  expect((await move('root', 'a')).status, 'the root').toBe(400);
  expectHttpError(await move('a', 'nothing'), 400, 'parentCategorySlug not exists');
});

test('category is deleted only when empty', async () => {
  const { as } = await openTestSite();
  const editor = await as('editor');
  await addCategory(editor, 'a');
  await addCategory(editor, 'b', 'a');
  const { slug } = await writePost(editor, { category: 'b' });
  const remove = (category: string) => editor.delete(`admin/categories/news/${category}`);
  expectHttpError(await remove('a'), 400, 'Disabled to delete category having children');
  expectHttpError(await remove('b'), 400, 'Disabled to delete category related to posts');
  expect((await remove('root')).status).toBe(400);
  await editor.post(`admin/posts/news/${slug}`, { category: '' });
  expectNothing(await remove('b'));
  expectNothing(await remove('a'));
  expect((await remove('a')).status).toBe(404);
});

test('children are sorted by the sent ids', async () => {
  const { as } = await openTestSite();
  const editor = await as('editor');
  const ids: number[] = [];
  for (const slug of ['a', 'b', 'c']) ids.push((await addCategory(editor, slug)).id);
  const path = 'admin/categories/news/root/children';
  const order = [ids[2], ids[0], ids[1]];
  const sorted = expectShape(await editor.post(path, { sortedIds: order }), z.array(RawCategoryShape));
  expect(sorted.map(({ id, orderNo }) => [id, orderNo])).toEqual(order.map((id, at) => [id, at + 1]));
  expect(slugsOf(expectShape(await editor.get(path), z.array(RawCategoryShape)))).toEqual(['c', 'a', 'b']);
  for (const sortedIds of [ids.slice(1), [...ids, 999_999], [ids[0], ids[0], ids[1]], []]) {
    expectHttpError(await editor.post(path, { sortedIds }), 400, 'ids are invalid');
  }
  const none = await editor.post('admin/categories/news/a/children', { sortedIds: [] });
  expect(expectShape(none, z.array(RawCategoryShape))).toEqual([]);
});

test('tags are created by label, once', async () => {
  const { as } = await openTestSite();
  const editor = await as('editor');
  const made = expectShape(
    await editor.post('admin/tags/news', { label: ' 新着 ' }),
    TagShape.extend({ createdAt: z.string() }).loose(),
  );
  expect(made).toMatchObject({ label: '新着', serviceId: 'news' });
  expectHttpError(await editor.post('admin/tags/news', { label: '新着' }), 400, 'Label already used');
  const longest = 'x'.repeat(128);
  expect((await editor.post('admin/tags/news', { label: longest })).status).toBe(200);
  expect((await editor.get('posts/news', { tag: longest })).body.items).toEqual([]);
  expect((await editor.get('admin/posts/news', { tag: longest })).body.items).toEqual([]);
  expect((await editor.get(`tags/news/${longest}`)).body.label).toBe(longest);
  expectFieldErrors(await editor.post('admin/tags/news', { label: `${longest}x` }), 'label');
  expectFieldErrors(await editor.post('admin/tags/news', {}), 'label');
  const list = expectShape(await (await as('viewer')).get('admin/tags/news'), z.array(TagShape.loose()));
  expect(list.map(({ label }) => label)).toEqual([longest, '新着']);
});

test('viewers can read categories, groups and tags', async () => {
  const { as } = await openTestSite();
  const editor = await as('editor');
  await addCategory(editor, 'events');
  await addGroup(editor, 'picks');
  const viewer = await as('viewer');
  for (const path of [
    'categories/news/events',
    'posts/news/groups/picks',
    'categories/news/root/children',
    'tags/news',
  ]) {
    expect((await viewer.get(`admin/${path}`)).status, path).toBe(200);
  }
});
