import { expect, test } from 'vitest';
import { adminPostGroupApi } from '#contract/post-groups.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { givenPost } from '#testing/given.ts';
import { givenUser } from '#testing/given-user.ts';

interface Page {
  readonly items: readonly string[];
  readonly pageToken: string | null;
  readonly startToken: string | undefined;
}

const PAGE = 3;
const POSTS = 8;

async function givenLists(): Promise<TestApp> {
  const app = await testApp();
  const { call } = await givenUser(app);
  const ids: string[] = [];
  for (let index = 0; index < POSTS; index += 1) {
    const publishAt = new Date(Date.UTC(2026, 10, 1 + Math.floor(index / 3)));
    const tags = ['all', `tag-${index}`];
    ids.push((await givenPost(app, { category: index % 2 === 0 ? 'craft' : 'trade', publishAt, tags })).postId);
  }
  for (let index = 0; index < POSTS; index += 1) {
    const body = { slug: `group-${index}`, label: `Group ${index}`, postIds: index === 0 ? ids : [] };
    await call(adminPostGroupApi.create, { params: { serviceId: 'news' }, body });
  }
  return app;
}

const lists = {
  'posts of a service': '/api/posts/news?withBody=0',
  'posts of a category': '/api/posts/news?category=root',
  'posts of a tag': '/api/posts/news?tag=all',
  'posts of a group': '/api/posts/news/groups/group-0?withBody=0',
  groups: '/api/posts/news/groups?',
  tags: '/api/tags/news?',
};

async function read(app: TestApp, list: string, order: string, pageToken = ''): Promise<Page> {
  const query = new URLSearchParams({ count: String(PAGE), order, pageToken });
  const { status, json } = await app.get(`${list}&${query}`);
  expect(status).toBe(200);
  const items: Record<string, string>[] = json.posts ?? json.items ?? [];
  return { ...json, items: items.map(({ postId, tagId, slug }) => postId ?? tagId ?? slug) };
}

test.for(Object.entries(lists))('%s can be paged forward and back', async ([, list]) => {
  const app = await givenLists();
  for (const [order, back] of [
    ['asc', 'desc'],
    ['desc', 'asc'],
  ] as const) {
    const pages = [await read(app, list, order)];
    for (let last = pages[0]; last?.pageToken; last = pages.at(-1))
      pages.push(await read(app, list, order, last.pageToken));
    expect(pages).toHaveLength(3);
    const [first, second, third] = pages;
    expect(first).not.toHaveProperty('startToken');
    const before = await read(app, list, back, third?.startToken);
    expect(before.items.toReversed()).toEqual(second?.items);
    const beginning = await read(app, list, back, before.pageToken ?? '');
    expect(beginning.items.toReversed()).toEqual(first?.items);
    expect(beginning.pageToken).toBeNull();
    const onwards = await read(app, list, order, before.startToken);
    expect(onwards.items).toEqual(third?.items);
  }
});

test('empty page has no start token', async () => {
  const app = await testApp();
  await givenPost(app, { publishAt: new Date('2026-11-01T00:00:00Z') });
  const key = { postId: '0'.repeat(26), serviceId: 'news', statusPublishAt: 'publish#2026-10-01T00:00:00Z' };
  const page = await read(app, lists['posts of a service'], 'desc', btoa(JSON.stringify(key)));
  expect(page.items).toEqual([]);
  expect(page).not.toHaveProperty('startToken');
});
