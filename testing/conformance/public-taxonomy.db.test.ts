import { expect, test } from 'vitest';
import { z } from 'zod';
import { givenService } from '#testing/given.ts';
import type { Client } from './client.ts';
import { expectHead, expectHttpError, expectShape } from './expectations.ts';
import {
  CategoryShape,
  CategoryTreeShape,
  CategoryWithParentsShape,
  GroupPageShape,
  GroupWithPostsShape,
  TagPageShape,
  TagShape,
} from './shapes.ts';
import { addCategory, addGroup, openTestSite, writePost } from './test-site.ts';

const slugsOf = (items: readonly { slug: string }[] = []) => items.map(({ slug }) => slug);

async function givenTree(editor: Client) {
  for (const [slug, parent] of [
    ['a', ''],
    ['lone', ''],
    ['b', 'a'],
    ['c', 'a'],
    ['d', 'b'],
  ] as const) {
    await addCategory(editor, slug, parent);
  }
}

test("GET categories/{service} returns the root's tree or a flat list", async () => {
  const { reader, as } = await openTestSite();
  await givenTree(await as('editor'));
  const [root, ...rest] = expectShape(await reader.get('categories/news'), z.array(CategoryTreeShape));
  expect(rest).toEqual([]);
  expect(root).toMatchObject({ slug: 'root', parentPath: '0', serviceId: 'news' });
  expect(slugsOf(root?.children)).toEqual(['a', 'lone']);
  const flat = expectShape(await reader.get('categories/news', { isList: 1 }), z.array(CategoryShape));
  expect(slugsOf(flat).toSorted()).toEqual(['a', 'b', 'c', 'd', 'lone', 'root']);
});

test('tree keeps siblings without children', async () => {
  const { reader, as } = await openTestSite();
  await givenTree(await as('editor'));
  const root = expectShape(await reader.get('categories/news/root', { withChildren: 1 }), CategoryTreeShape);
  expect(slugsOf(root.children)).toEqual(['a', 'lone']);
  expect(slugsOf(root.children[0]?.children)).toEqual(['b', 'c']);
  expect(slugsOf(root.children[0]?.children[0]?.children)).toEqual(['d']);
  expect(root.children[1]?.children).toEqual([]);
});

test("withParents omits the root and the category's own path", async () => {
  const { reader, as } = await openTestSite();
  await givenTree(await as('editor'));
  const found = expectShape(await reader.get('categories/news/d', { withParents: 1 }), CategoryWithParentsShape);
  expect(slugsOf(found.parents)).toEqual(['a', 'b']);
  const byPath = found.parents.toSorted((one, other) => (one.parentPath < other.parentPath ? -1 : 1));
  expect(byPath.at(-1)?.slug, 'as the edit form finds the parent').toBe('b');
});

test('category alone has no relatives', async () => {
  const { reader, as } = await openTestSite();
  await givenTree(await as('editor'));
  const found = expectShape(await reader.get('categories/news/d'), CategoryShape);
  expect(found.parentPath.split('#')).toHaveLength(3);
});

test('subScope of version 2 adds a flat list of children', async () => {
  const { reader, as } = await openTestSite();
  await givenTree(await as('editor'));
  const shape = CategoryShape.extend({ children: z.array(CategoryShape) });
  for (const [subScope, slugs] of [
    ['all', ['b', 'c', 'd']],
    ['direct', ['b', 'c']],
    ['skipChildren', ['d']],
  ] as const) {
    const found = expectShape(await reader.get('categories/news/a', { subScope, apiVer: 2 }), shape);
    expect(slugsOf(found.children).toSorted(), subScope).toEqual(slugs);
    const empty = expectShape(await reader.get('categories/news/lone', { subScope, apiVer: 2 }), shape);
    expect(empty.children, subScope).toEqual([]);
  }
});

test('GET categories/{service}/{slug}/children returns direct children in order', async () => {
  const { reader, as } = await openTestSite();
  const editor = await as('editor');
  await givenTree(editor);
  const before = expectShape(await reader.get('categories/news/a/children'), z.array(CategoryShape));
  expect(slugsOf(before)).toEqual(['b', 'c']);
  await editor.post('admin/categories/news/a/children', { sortedIds: before.map(({ id }) => id).toReversed() });
  const after = expectShape(await reader.get('categories/news/a/children'), z.array(CategoryShape));
  expect(after.map(({ slug, orderNo }) => [slug, orderNo])).toEqual([
    ['c', 1],
    ['b', 2],
  ]);
  const [root] = expectShape(await reader.get('categories/news'), z.array(CategoryTreeShape));
  expect(slugsOf(root?.children[0]?.children)).toEqual(['c', 'b']);
  expect(expectShape(await reader.get('categories/news/lone/children'), z.array(CategoryShape))).toEqual([]);
});

test('unknown category returns 404 everywhere', async () => {
  const { app, reader } = await openTestSite();
  await givenService(app, { serviceId: 'news' });
  expect((await reader.get('categories/news/nothing')).status).toBe(404);
  expect((await reader.get('categories/news/nothing/children')).status).toBe(404);
  expectHead(await reader.head('categories/news/nothing'), 404);
  expectHead(await reader.head('categories/news/root'), 200);
});

test('GET tags/{service} lists tags by label and finds each', async () => {
  const { reader, as } = await openTestSite();
  await writePost(await as('editor'), { tags: [{ label: 'b' }, { label: '新着 情報' }, { label: 'a' }] });
  const list = expectShape(await reader.get('tags/news'), TagPageShape);
  expect(list.items.map(({ label }) => label)).toEqual(['a', 'b', '新着 情報']);
  expect([list.pagerKey, list.pageToken]).toEqual([null, null]);
  const reversed = expectShape(await reader.get('tags/news', { order: 'desc', count: 1, pageToken: '' }), TagPageShape);
  expect(reversed.items.map(({ label }) => label)).toEqual(['新着 情報']);
  const rest = expectShape(
    await reader.get('tags/news', { order: 'desc', pageToken: reversed.pageToken }),
    TagPageShape,
  );
  expect(rest.items.map(({ label }) => label)).toEqual(['b', 'a']);
  const tag = expectShape(await reader.get(`tags/news/${encodeURIComponent('新着 情報')}`), TagShape);
  expect(tag).toEqual(list.items[2]);
  expect((await reader.get('tags/news/nothing')).status).toBe(404);
});

test('GET posts/{service}/groups lists groups by last change', async () => {
  const { app, reader, as } = await openTestSite();
  const editor = await as('editor');
  const { postId } = await writePost(editor);
  await addGroup(editor, 'first', [postId]);
  app.clock.moveTo('2026-11-21T04:44:00Z');
  await addGroup(editor, 'second');
  const list = expectShape(await reader.get('posts/news/groups'), GroupPageShape);
  expect(list.items.map(({ slug, postIds }) => [slug, postIds])).toEqual([
    ['first', [postId]],
    ['second', undefined],
  ]);
  const one = expectShape(
    await reader.get('posts/news/groups', { count: 1, order: 'desc', pageToken: '' }),
    GroupPageShape,
  );
  expect(slugsOf(one.items)).toEqual(['second']);
  const rest = expectShape(
    await reader.get('posts/news/groups', { order: 'desc', pageToken: one.pageToken }),
    GroupPageShape,
  );
  expect(slugsOf(rest.items)).toEqual(['first']);
  expect(rest.pageToken).toBeNull();
});

test('GET posts/{service}/groups lists ten groups by default', async () => {
  const { reader, as } = await openTestSite();
  const editor = await as('editor');
  for (let each = 1; each <= 11; each += 1) await addGroup(editor, `group-${each}`);
  expect(expectShape(await reader.get('posts/news/groups'), GroupPageShape).items).toHaveLength(10);
});

test('GET posts/{service}/groups/{slug} returns five ordered posts by default', async () => {
  const { reader, as } = await openTestSite();
  const editor = await as('editor');
  const ids: string[] = [];
  for (let each = 0; each < 6; each += 1) ids.push((await writePost(editor, { tags: [{ label: 'one' }] })).postId);
  const order = ids.toReversed();
  await addGroup(editor, 'picks', order);
  const found = async (params: object) => {
    const group = expectShape(await reader.get('posts/news/groups/picks', { ...params }), GroupWithPostsShape);
    const postIds = group.posts?.map(({ postId }) => postId);
    expect(group.postIds).toEqual(postIds);
    for (const post of group.posts ?? []) expect(post).not.toHaveProperty('tags');
    return postIds;
  };
  expect(await found({})).toEqual(order.slice(0, 5));
  expect(await found({ count: 2, withPostDetail: 1 })).toEqual(order.slice(0, 2));
  expect(await found({ count: 2, order: 'desc' })).toEqual(ids.slice(0, 2));
  expect(await found({ count: 50 })).toEqual(order);
});

test('group contains published posts only', async () => {
  const { reader, as } = await openTestSite();
  const editor = await as('editor');
  const draft = await writePost(editor, { status: 'unpublish' });
  const reserved = await writePost(editor, { publishAt: '2027-01-01T00:00:00Z' });
  const live = await writePost(editor);
  await addGroup(editor, 'picks', [draft.postId, reserved.postId, live.postId]);
  await addGroup(editor, 'drafts', [draft.postId]);
  const group = expectShape(await reader.get('posts/news/groups/picks'), GroupWithPostsShape);
  expect([group.postIds, slugsOf(group.posts)]).toEqual([[live.postId], [live.slug]]);
  const empty = expectShape(await reader.get('posts/news/groups/drafts'), GroupWithPostsShape);
  expect([empty.postIds, empty.posts]).toEqual([undefined, undefined]);
  const list = expectShape(await reader.get('posts/news/groups'), GroupPageShape);
  expect(JSON.stringify(list)).not.toContain(draft.postId);
  expectHttpError(await reader.get('posts/news/groups/nothing'), 404, 'Not Found');
});
