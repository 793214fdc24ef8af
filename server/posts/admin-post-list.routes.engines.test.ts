import { expect, test } from 'vitest';
import { adminPostApi } from '#contract/admin-posts.ts';
import type { RequestOf, ResponseOf } from '#contract/endpoint.ts';
import { postApi } from '#contract/posts.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { givenCategory, givenPost } from '#testing/given.ts';
import { type GivenUser, givenUser } from '#testing/given-user.ts';

type Query = RequestOf<typeof adminPostApi.list>['query'];
const params = { serviceId: 'news' };
const EVERY = ['asc', 'desc'] as const;

async function list({ call }: GivenUser, query: Query = {}): Promise<ResponseOf<typeof adminPostApi.list>> {
  return call(adminPostApi.list, { params, query });
}

async function slugsOf(user: GivenUser, query: Query = {}): Promise<string[]> {
  return (await list(user, query)).items.map(({ slug }) => slug);
}

/** Every page to the last. */
async function readAll(user: GivenUser, query: Query, form: 'pagerKey' | 'pageToken'): Promise<string[]> {
  const slugs: string[] = [];
  for (let more: Query = {}; ; ) {
    const page = await list(user, { ...query, ...more });
    slugs.push(...page.items.map(({ slug }) => slug));
    if (!page.pagerKey || !page.pageToken) return slugs;
    more = form === 'pagerKey' ? { pagerKey: JSON.stringify(page.pagerKey) } : { pageToken: page.pageToken };
  }
}

test('posts in every state come newest first, without bodies', async () => {
  const app = await testApp();
  const user = await givenUser(app, { role: 'viewer' });
  await givenPost(app, { slug: 'live', category: 'events' });
  app.clock.moveTo('2026-11-21T04:44:00Z');
  await givenPost(app, { slug: 'draft', status: 'draft' });
  app.clock.moveTo('2026-11-21T04:45:00Z');
  await givenPost(app, { slug: 'later', publishAt: new Date('2026-12-01T00:03:00Z') });
  await givenPost(app, { serviceId: 'other', slug: 'theirs' });
  const { items } = await list(user);
  expect(items.map(({ slug, status }) => [slug, status])).toEqual([
    ['later', 'reserved'],
    ['draft', 'draft'],
    ['live', 'published'],
  ]);
  expect(items[0]).toMatchObject({ publishAt: '2026-12-01T00:03:00Z', effectiveAt: '2026-12-01T00:10:00Z' });
  expect(items[1]).toMatchObject({ publishAt: null, statusPublishAt: 'unpublish#None', categorySlug: null });
  expect(items[2]).toMatchObject({ categorySlug: 'events', categoryLabel: 'events', createdBy: 'tester' });
  for (const item of items) {
    for (const key of ['body', 'bodyHtml', 'bodyText', 'previewToken']) expect(item).not.toHaveProperty(key);
  }
});

test('a page follows the other by whatever sorts, in both orders and in both forms of the pager', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  await givenTies(app, user);
  const rows = await app.database.reader
    .selectFrom('posts')
    .select(['slug', 'postId', 'createdAt', 'publishAt', 'updatedAt', 'title'])
    .execute();
  for (const sort of ['createdAt', 'publishAt', 'updatedAt', 'title'] as const) {
    const placeOf = (row: (typeof rows)[number]) => `${row[sort]?.toLowerCase() ?? ''} ${row.postId}`;
    const ascending = rows.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1)).map(({ slug }) => slug);
    for (const order of EVERY) {
      for (const form of ['pagerKey', 'pageToken'] as const) {
        const all = await readAll(user, { sort, order, count: 2 }, form);
        expect(all).toEqual(order === 'asc' ? ascending : ascending.toReversed());
      }
    }
  }
});

/** Posts of which several stand at each place of every list. */
async function givenTies(app: TestApp, user: GivenUser): Promise<void> {
  for (let index = 0; index < 9; index += 1) {
    // Three are created and three are published in one moment, and every third has no time at all.
    app.clock.moveTo(`2026-11-21T04:4${index % 3}:00Z`);
    const publishAt = index % 3 === 0 ? undefined : new Date(`2026-11-0${1 + (index % 2)}T00:00:00Z`);
    const title = ['a note', 'B note', 'c note'][index % 3] ?? '';
    await givenPost(app, { slug: `post-${index}`, title, status: 'draft', publishAt });
    if (index % 2 === 0) await user.send('POST', `/api/admin/posts/news/post-${index}`, { body: { label: 'Changed' } });
  }
}

test('a title of the greatest length, of letters that JSON escapes, still ends a page', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  for (const title of ['\u0001'.repeat(300), '橋'.repeat(300), '"'.repeat(300)]) await givenPost(app, { title });
  for (const form of ['pagerKey', 'pageToken'] as const) {
    expect(await readAll(user, { sort: 'title', count: 1 }, form)).toHaveLength(3);
  }
});

test('the end of a page says where it is, with the word None for no time', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  await givenPost(app, { status: 'draft' });
  await givenPost(app, { status: 'draft' });
  const byTime = await list(user, { sort: 'publishAt', count: 1 });
  const postId = byTime.items[0]?.postId;
  expect(byTime.pagerKey).toEqual({ postId, serviceId: 'news', publishAt: 'None' });
  const byChange = await list(user, { sort: 'updatedAt', count: 1 });
  expect(byChange.pagerKey).toEqual({ postId, serviceId: 'news', updatedAt: 'None' });
  const byTitle = await list(user, { sort: 'title', count: 1 });
  expect(byTitle.pagerKey).toEqual({ postId, serviceId: 'news', title: 'a post' });
  const byCreation = await list(user, { count: 1 });
  expect(byCreation.pagerKey).toEqual({
    postId: byCreation.items[0]?.postId,
    serviceId: 'news',
    createdAt: '2026-11-21T04:43:00Z',
  });
});

test('the end of another list is refused', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  const postId = '0'.repeat(26);
  const keys = [
    { postId, serviceId: 'news', publishAt: 'None' },
    { postId, serviceId: 'other', createdAt: '2026-11-21T04:43:00Z' },
    { postId: 'x', serviceId: 'news', createdAt: '2026-11-21T04:43:00Z' },
    { postId, serviceId: 'news', createdAt: 'None' },
    {},
    null,
  ];
  for (const key of keys) {
    const json = JSON.stringify(key);
    const token = Buffer.from(json).toString('base64');
    for (const [name, value, field] of [
      ['pagerKey', json, 'pager_key'],
      ['pageToken', token, 'page_token'],
    ] as const) {
      const answer = await user.send('GET', `/api/admin/posts/news?${name}=${encodeURIComponent(value)}`);
      expect([answer.status, answer.json.errors]).toEqual([400, [{ field, message: 'InvalidInput' }]]);
    }
  }
});

test('a category holds the posts of everything below it, an unknown one is 404', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  await givenCategory(app, { serviceId: 'news', slug: 'events' });
  await givenCategory(app, { serviceId: 'news', slug: 'tokyo', parent: 'events' });
  for (const [slug, category] of [
    ['one', 'events'],
    ['two', 'tokyo'],
    ['three', 'other'],
  ] as const) {
    await givenPost(app, { slug, category, status: 'draft' });
  }
  expect((await readAll(user, { category: 'events', count: 1 }, 'pageToken')).toSorted()).toEqual(['one', 'two']);
  expect(await slugsOf(user, { category: 'tokyo' })).toEqual(['two']);
  await givenPost(app, { slug: 'four', status: 'draft' });
  expect(await slugsOf(user, { category: '' })).toHaveLength(4);
  expect(await slugsOf(user, { category: 'root' })).toHaveLength(4);
  const { status, json } = await user.send('GET', '/api/admin/posts/news?category=nowhere');
  expect([status, json]).toEqual([404, { message: 'Category does not exist' }]);
});

type Filter = { attribute: 'slug' | 'title' | 'body'; compare: 'eq' | 'contains'; value: string };

const filtered: [Filter, string[]][] = [
  [{ attribute: 'title', compare: 'contains', value: 'bridge' }, ['a', 'b']],
  [{ attribute: 'title', compare: 'contains', value: 'BRIDGE OPENS' }, ['a']],
  [{ attribute: 'title', compare: 'eq', value: 'bridge' }, []],
  [{ attribute: 'title', compare: 'eq', value: 'the bridge opens' }, ['a']],
  [{ attribute: 'title', compare: 'contains', value: '橋' }, ['c']],
  [{ attribute: 'title', compare: 'contains', value: '100%' }, ['c']],
  [{ attribute: 'title', compare: 'contains', value: '%' }, ['c']],
  [{ attribute: 'title', compare: 'contains', value: '_' }, []],
  [{ attribute: 'title', compare: 'contains', value: '!' }, ['d']],
  [{ attribute: 'title', compare: 'contains', value: '\\' }, ['d']],
  [{ attribute: 'title', compare: 'contains', value: "'" }, ['d']],
  [{ attribute: 'title', compare: 'contains', value: 'É' }, ['d']],
  // Letters beyond A to Z are told apart, as both databases do.
  [{ attribute: 'title', compare: 'contains', value: 'é' }, []],
  [{ attribute: 'body', compare: 'contains', value: '**BOLD**' }, ['b']],
  [{ attribute: 'body', compare: 'eq', value: 'some *text*.' }, ['a', 'c', 'd']],
  [{ attribute: 'slug', compare: 'eq', value: 'A' }, ['a']],
  [{ attribute: 'slug', compare: 'contains', value: '' }, ['a', 'b', 'c', 'd']],
];

test('a filter finds what it says, and nothing else', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  await givenPost(app, { slug: 'a', title: 'The Bridge opens' });
  await givenPost(app, { slug: 'b', title: 'On the bridge', body: 'A **bold** word' });
  await givenPost(app, { slug: 'c', title: '橋は 100% できた' });
  await givenPost(app, { slug: 'd', title: `What! C:\\ isn't É` });
  await givenPost(app, { serviceId: 'other', slug: 'e', title: 'A bridge' });
  for (const [filter, slugs] of filtered) {
    const filters = JSON.stringify(filter);
    expect((await slugsOf(user, { filters })).toSorted(), filters).toEqual(slugs);
    expect((await readAll(user, { filters, sort: 'publishAt', count: 1 }, 'pagerKey')).toSorted(), filters).toEqual(
      slugs,
    );
  }
});

test('what is looked for can be a tag and a state, too, alone and with a filter', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  await givenPost(app, { slug: 'live', tags: ['tokyo'], title: 'A bridge' });
  await givenPost(app, { slug: 'draft', tags: ['tokyo'], status: 'draft', title: 'A bridge' });
  await givenPost(app, { slug: 'later', tags: ['osaka'], publishAt: new Date('2026-11-21T05:00:00Z') });
  const filters = JSON.stringify({ attribute: 'title', compare: 'contains', value: 'bridge' });
  expect((await slugsOf(user, { tag: 'tokyo' })).toSorted()).toEqual(['draft', 'live']);
  expect(await slugsOf(user, { tag: 'tokyo', status: 'draft', filters })).toEqual(['draft']);
  expect(await slugsOf(user, { status: 'published' })).toEqual(['live']);
  expect(await slugsOf(user, { status: 'reserved' })).toEqual(['later']);
  expect(await slugsOf(user, { status: 'unpublished' })).toEqual([]);
  expect(await slugsOf(user, { status: '', tag: '' })).toHaveLength(3);
  app.clock.moveTo('2026-11-21T05:00:00Z');
  expect((await slugsOf(user, { status: 'published' })).toSorted()).toEqual(['later', 'live']);
  expect(await slugsOf(user, { status: 'reserved' })).toEqual([]);
  const { status, json } = await user.send('GET', '/api/admin/posts/news?tag=kyoto');
  expect([status, json]).toEqual([404, { message: 'Tag does not exist' }]);
  expect((await user.send('GET', '/api/admin/posts/news?status=live')).status).toBe(400);
});

test('a filter that the form has emptied filters nothing', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  await givenPost(app);
  for (const filters of ['', '{"attribute":"","compare":"","value":""}']) {
    expect(await slugsOf(user, { filters })).toHaveLength(1);
  }
});

test('what existing clients send besides is ignored', async () => {
  const app = await testApp();
  const user = await givenUser(app);
  await givenPost(app);
  const { status, json } = await user.send('GET', '/api/admin/posts/news?sort=createdAt&order=desc&withCategory=0');
  expect([status, json.items.length]).toEqual([200, 1]);
  expect((await app.call(postApi.list, { params })).items).toHaveLength(1);
});
