import { expect, test } from 'vitest';
import { tagApi } from '#contract/tags.ts';
import { testApp } from '#testing/app.ts';
import { givenPost } from '#testing/given.ts';

test('tags are listed by label and paged', async () => {
  const { call, ...given } = await testApp();
  await givenPost(given, { tags: ['tokyo', 'music', '東京', 'art'] });
  const params = { serviceId: 'news' };
  const first = await call(tagApi.list, { params, query: { count: 3 } });
  expect(first.items.map(({ label }) => label)).toEqual(['art', 'music', 'tokyo']);
  const second = await call(tagApi.list, { params, query: { count: 3, pageToken: first.pageToken ?? '' } });
  expect(second).toMatchObject({ items: [{ label: '東京' }], pagerKey: null });
});

test('used tags have a listed post and are paged', async () => {
  const { call, clock, ...given } = await testApp();
  await givenPost({ ...given, clock }, { tags: ['art', 'music', 'tokyo'] });
  await givenPost({ ...given, clock }, { tags: ['art', 'drafted'], status: 'draft' });
  await givenPost({ ...given, clock }, { tags: ['later', 'tokyo'], publishAt: new Date('2026-11-21T12:00:00Z') });
  const params = { serviceId: 'news' };
  const list = async (query = {}) => call(tagApi.list, { params, query: { count: 2, isUsed: '1', ...query } });
  const labelsOf = ({ items }: { items: { label: string }[] }) => items.map(({ label }) => label);
  const first = await list();
  expect(labelsOf(first)).toEqual(['art', 'music']);
  const second = await list({ pageToken: first.pageToken });
  expect([labelsOf(second), second.pagerKey]).toEqual([['tokyo'], null]);
  expect(labelsOf(await list({ count: 9, order: 'desc' }))).toEqual(['tokyo', 'music', 'art']);
  expect(labelsOf(await list({ count: 9, isUsed: '0' }))).toHaveLength(5);
  clock.moveTo('2026-11-21T12:00:00Z');
  expect(labelsOf(await list({ count: 9 }))).toEqual(['art', 'later', 'music', 'tokyo']);
});

test('tags tell their number of visible posts on request', async () => {
  const { call, get, clock, ...given } = await testApp();
  await givenPost({ ...given, clock }, { tags: ['art', 'music'] });
  await givenPost({ ...given, clock }, { tags: ['art', 'drafted'], status: 'draft' });
  await givenPost({ ...given, clock }, { tags: ['music'], publishAt: new Date('2026-11-21T12:00:00Z') });
  await givenPost({ ...given, clock }, { serviceId: 'other', tags: ['art'] });
  const counts = async () => {
    const { items } = await call(tagApi.list, { params: { serviceId: 'news' }, query: { withPostCount: '1' } });
    return items.map(({ label, postCount }) => [label, postCount]);
  };
  expect(await counts()).toEqual([
    ['art', 1],
    ['drafted', 0],
    ['music', 1],
  ]);
  clock.moveTo('2026-11-21T12:00:00Z');
  expect((await counts()).at(-1)).toEqual(['music', 2]);
  expect((await get('/api/tags/news')).json.items[0]).not.toHaveProperty('postCount');
});

test('finds tags in any script, returns 404 for unknown ones', async () => {
  const { get, ...given } = await testApp();
  await givenPost(given, { tags: ['東京 2026/11'] });
  const { json } = await get(`/api/tags/news/${encodeURIComponent('東京 2026/11')}`);
  expect(json).toMatchObject({ label: '東京 2026/11', serviceId: 'news' });
  expect((await get('/api/tags/news/none')).json).toEqual({ message: 'Tag does not exist' });
});
