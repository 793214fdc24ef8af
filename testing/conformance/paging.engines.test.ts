import { expect, test } from 'vitest';
import { givenService } from '#testing/given.ts';
import type { Client } from './client.ts';
import { expectFieldErrors, expectShape } from './expectations.ts';
import { PostPageShape } from './shapes.ts';
import { addCategory, addGroup, openTestSite, writePost } from './test-site.ts';

const POSTS = 5;

async function fivePosts() {
  const room = await openTestSite();
  const editor = await room.as('editor');
  await addCategory(editor, 'events');
  const slugs: string[] = [];
  for (let day = 1; day <= POSTS; day += 1) {
    const publishAt = `2026-11-0${day}T00:00:00Z`;
    slugs.unshift((await writePost(editor, { publishAt, category: 'events', tags: [{ label: 'one' }] })).slug);
  }
  return { ...room, editor, slugs };
}

async function pagesOf(client: Client, path: string, params: object, mark: 'pagerKey' | 'pageToken') {
  const pages: { slug: string }[][] = [];
  let from: unknown = mark === 'pageToken' ? '' : undefined;
  do {
    const { status, body, text } = await client.get(path, { ...params, [mark]: from });
    expect(status, text).toBe(200);
    pages.push(body.items);
    from = body[mark];
  } while (from && pages.length < 20);
  return pages;
}

test.for(['pagerKey', 'pageToken'] as const)('post list continues by %s to its end', async (mark) => {
  const { reader, slugs } = await fivePosts();
  for (const params of [{ count: 2 }, { count: 2, tag: 'one' }, { count: 2, category: 'events', apiVer: 2 }]) {
    const pages = await pagesOf(reader, 'posts/news', params, mark);
    expect(pages.map((page) => page.length)).toEqual([2, 2, 1]);
    expect(pages.flat().map(({ slug }) => slug)).toEqual(slugs);
  }
  const whole = await pagesOf(reader, 'posts/news', { count: POSTS }, mark);
  expect(
    whole.map((page) => page.length),
    'no empty page at the end',
  ).toEqual([POSTS]);
});

test('admin list continues by pagerKey for each sort and order', async () => {
  const { editor, slugs } = await fivePosts();
  await writePost(editor, { slug: 'undated', status: 'unpublish' });
  for (const sort of ['createdAt', 'publishAt']) {
    for (const order of ['asc', 'desc']) {
      const found = (await pagesOf(editor, 'admin/posts/news', { count: 2, sort, order }, 'pagerKey')).flat();
      expect(found.map(({ slug }) => slug).toSorted(), `${sort} ${order}`).toEqual([...slugs, 'undated'].toSorted());
    }
  }
});

test('pageToken is the pagerKey in base64, and pagerKey wins', async () => {
  const { reader, slugs } = await fivePosts();
  const first = expectShape(await reader.get('posts/news', { count: 1 }), PostPageShape);
  expect(JSON.parse(Buffer.from(first.pageToken ?? '', 'base64').toString())).toEqual(first.pagerKey);
  const second = expectShape(await reader.get('posts/news', { count: 1, pageToken: first.pageToken }), PostPageShape);
  const { pagerKey } = first;
  const both = expectShape(
    await reader.get('posts/news', { count: 1, pagerKey, pageToken: second.pageToken }),
    PostPageShape,
  );
  expect([second, both].map(({ items }) => items[0]?.slug)).toEqual([slugs[1], slugs[1]]);
});

test('invalid cursor returns a field error', async () => {
  const { app, reader, as } = await openTestSite();
  await givenService(app, { serviceId: 'news' });
  const viewer = await as('viewer');
  for (const [name, value, field] of [
    ['pagerKey', '{', 'pager_key'],
    ['pagerKey', '[]', 'pager_key'],
    ['pagerKey', '"x"', 'pager_key'],
    ['pagerKey', '{"postId":{"a":1}}', 'pager_key'],
    ['pageToken', '%%%', 'page_token'],
    ['pageToken', 'e30=', 'page_token'],
  ] as const) {
    expectFieldErrors(await reader.get('posts/news', { [name]: value }), field);
    expectFieldErrors(await viewer.get('admin/posts/news', { [name]: value }), field);
  }
});

test('invalid count returns a field error', async () => {
  const { reader, as } = await openTestSite();
  await addGroup(await as('editor'), 'picks');
  for (const count of ['0', '51', '-1', '1.5', 'x', '1e9']) {
    for (const path of ['posts/news', 'posts/news/groups', 'posts/news/groups/picks', 'tags/news']) {
      expectFieldErrors(await reader.get(path, { count }), 'count');
    }
  }
});

test('order accepts asc and desc only', async () => {
  const { app, reader } = await openTestSite();
  await givenService(app, { serviceId: 'news' });
  for (const path of ['posts/news', 'posts/news/groups', 'tags/news']) {
    expectFieldErrors(await reader.get(path, { order: 'sideways' }), 'order');
  }
});
