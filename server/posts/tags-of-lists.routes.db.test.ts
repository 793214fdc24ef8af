import { expect, test } from 'vitest';
import { adminPostGroupApi, postGroupApi } from '#contract/post-groups.ts';
import { postApi } from '#contract/posts.ts';
import { testApp } from '#testing/app.ts';
import { testDatabase } from '#testing/database.ts';
import { givenPost } from '#testing/given.ts';
import { givenUser } from '#testing/given-user.ts';
import { watchQueries } from '#testing/watched-queries.ts';

const params = { serviceId: 'news' };

const labelsOf = (posts: readonly { slug: string; tags?: readonly { label: string }[] | undefined }[] = []) =>
  Object.fromEntries(posts.map(({ slug, tags }) => [slug, tags?.map(({ label }) => label)]));

test('list returns tags with withTags', async () => {
  const app = await testApp();
  const { call } = await givenUser(app);
  const { postId: one } = await givenPost(app, { slug: 'one', tags: ['wood', 'ink'], category: 'craft' });
  const { postId: two } = await givenPost(app, { slug: 'two', category: 'craft' });
  const group = { slug: 'steps', label: 'First steps', postIds: [two, one] };
  await call(adminPostGroupApi.create, { params, body: group });
  const tagged = { one: ['ink', 'wood'], two: [] };
  for (const filter of [{}, { category: 'craft' }, { category: 'root' }]) {
    const { items } = await app.call(postApi.list, { params, query: { withTags: '1', ...filter } });
    expect(labelsOf(items)).toEqual(tagged);
  }
  const { items } = await app.call(postApi.list, { params, query: { withTags: '1', tag: 'ink' } });
  expect(labelsOf(items)).toEqual({ one: ['ink', 'wood'] });
  const find = { params: { ...params, slug: 'steps' }, query: { withTags: '1' } };
  expect(labelsOf((await app.call(postGroupApi.find, find)).posts)).toEqual(tagged);
  const { posts = [] } = await app.call(postGroupApi.find, { params: find.params });
  for (const post of [...posts, ...(await app.call(postApi.list, { params })).items]) {
    expect(post).not.toHaveProperty('tags');
  }
});

test('tags of a page cost one further query', async () => {
  const database = await testDatabase();
  const queries = watchQueries();
  const app = await testApp({
    database: { ...database, reader: database.reader.withPlugin(queries.plugin) },
  });
  const costOf = async (url: string) => {
    const before = queries.count();
    expect((await app.get(url)).status).toBe(200);
    return queries.count() - before;
  };
  const tags = ['ink', 'wood', 'paper'];
  const ids: string[] = [];
  for (let index = 0; index < 12; index += 1) {
    ids.push((await givenPost(app, { tags, category: index % 2 === 0 ? 'craft' : 'trade' })).postId);
  }
  const { call } = await givenUser(app);
  await call(adminPostGroupApi.create, { params, body: { slug: 'steps', label: 'First steps', postIds: ids } });
  for (const list of ['?', '?category=root&', '?category=craft&', '?tag=ink&', '/groups/steps?']) {
    const url = `/api/posts/news${list}count=5`;
    const plain = await costOf(`${url}&withBody=0`);
    expect((await costOf(`${url}&withBody=0&withTags=1`)) - plain).toBe(1);
    expect((await costOf(`${url}0&withBody=0&withTags=1`)) - plain).toBe(1);
  }
});
