import { expect, test } from 'vitest';
import { adminPostGroupApi } from '#contract/post-groups.ts';
import { postApi } from '#contract/posts.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { givenPost } from '#testing/given.ts';
import { givenUser } from '#testing/given-user.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour));

async function related({ call }: TestApp, slug: string, query = {}): Promise<string[]> {
  const { items } = await call(postApi.related, { params: { serviceId: 'news', slug }, query });
  return items.map((post) => post.slug);
}

test('related posts share most tags, then the category, newest first', async () => {
  const app = await testApp();
  const given = { tags: ['ink', 'paper'], category: 'harbour' };
  await givenPost(app, { slug: 'category-only', publishAt: at(8), category: 'harbour' });
  await givenPost(app, { slug: 'one-tag', publishAt: at(1), tags: ['ink'] });
  await givenPost(app, { slug: 'one-tag-newer', publishAt: at(2), tags: ['paper', 'wood'], category: 'harbour' });
  await givenPost(app, { slug: 'both-tags', publishAt: at(0), tags: ['ink', 'paper'] });
  await givenPost(app, { slug: 'nothing', publishAt: at(8), tags: ['wood'] });
  await givenPost(app, { slug: 'elsewhere', serviceId: 'other', publishAt: at(8), ...given });
  await givenPost(app, { slug: 'post', publishAt: at(9), ...given });
  const all = ['both-tags', 'one-tag-newer', 'one-tag', 'category-only'];
  expect(await related(app, 'post', { count: 10 })).toEqual(all);
  expect(await related(app, 'post')).toEqual(all.slice(0, 3));
  expect(await related(app, 'nothing')).toEqual(['one-tag-newer']);
});

test('only older posts are similar', async () => {
  const app = await testApp();
  for (const hour of [1, 2, 3]) {
    await givenPost(app, { slug: `tagged-${hour}`, publishAt: at(hour), tags: ['ink'] });
    await givenPost(app, { slug: `moored-${hour}`, publishAt: at(hour), category: 'harbour' });
  }
  await givenPost(app, { slug: 'same-time', publishAt: at(2), tags: ['ink'], category: 'harbour' });
  expect(await related(app, 'tagged-2')).toEqual(['tagged-1']);
  expect(await related(app, 'moored-2')).toEqual(['moored-1']);
  expect(await related(app, 'tagged-1')).toEqual([]);
});

test('posts of a group come first, without its neighbors', async () => {
  const app = await testApp();
  const { call } = await givenUser(app);
  const postIds: string[] = [];
  for (const hour of [1, 2, 3, 4, 5]) {
    postIds.push((await givenPost(app, { slug: `part-${hour}`, publishAt: at(hour), tags: ['ink'] })).postId);
  }
  await givenPost(app, { slug: 'inked', publishAt: at(0), tags: ['ink'] });
  await givenPost(app, { slug: 'last', publishAt: at(9), tags: ['ink'] });
  const body = { slug: 'series', label: 'Series', postIds };
  await call(adminPostGroupApi.create, { params: { serviceId: 'news' }, body });
  expect(await related(app, 'part-2')).toEqual(['part-5', 'part-4', 'inked']);
  expect(await related(app, 'last')).toEqual(['part-5', 'part-4', 'part-3']);
});

test('drafts, hidden and scheduled posts are not related', async () => {
  const app = await testApp();
  const { send } = await givenUser(app);
  const tags = ['ink'];
  await givenPost(app, { slug: 'draft', tags, status: 'draft' });
  await givenPost(app, { slug: 'hidden', publishAt: at(1), tags });
  await send('POST', '/api/admin/posts/news/hidden', { body: { isHiddenInList: true } });
  await givenPost(app, { slug: 'post', tags });
  await givenPost(app, { slug: 'later', tags, publishAt: new Date('2026-11-21T05:05:00Z') });
  expect(await related(app, 'post')).toEqual([]);
  for (const slug of ['draft', 'later', 'none']) {
    expect((await app.get(`/api/posts/news/${slug}/related`)).status).toBe(404);
  }
  expect((await app.get('/api/posts/news/post/related?count=11')).status).toBe(400);
  app.clock.moveTo('2026-11-21T05:10:00Z');
  expect(await related(app, 'later')).toEqual(['post']);
  expect(await related(app, 'post')).toEqual([]);
});

test('a post hidden in lists has no related posts', async () => {
  const app = await testApp();
  const { call, send } = await givenUser(app);
  const { postId: otherId } = await givenPost(app, { slug: 'other', publishAt: at(1), tags: ['ink'] });
  const { postId } = await givenPost(app, { slug: 'hidden', publishAt: at(2), tags: ['ink'] });
  const body = { slug: 'series', label: 'Series', postIds: [otherId, postId] };
  await call(adminPostGroupApi.create, { params: { serviceId: 'news' }, body });
  await send('POST', '/api/admin/posts/news/hidden', { body: { isHiddenInList: true } });
  expect(await related(app, 'hidden')).toEqual([]);
});
