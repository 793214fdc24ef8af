import { expect, test } from 'vitest';
import { tagApi } from '#contract/tags.ts';
import { testApp } from '#testing/app.ts';
import { givenPost, givenService } from '#testing/given.ts';

test('tags come by label, page after page', async () => {
  const { call, ...given } = await testApp();
  await givenPost(given, { tags: ['tokyo', 'music', '東京', 'art'] });
  const params = { serviceId: 'news' };
  const first = await call(tagApi.list, { params, query: { count: 3 } });
  expect(first.items.map(({ label }) => label)).toEqual(['art', 'music', 'tokyo']);
  const second = await call(tagApi.list, { params, query: { count: 3, pageToken: first.pageToken ?? '' } });
  expect(second).toMatchObject({ items: [{ label: '東京' }], pagerKey: null });
});

test('a tag is found by its label in any script, and 404 where there is none', async () => {
  const { get, ...given } = await testApp();
  await givenPost(given, { tags: ['東京 2026/11'] });
  const { json } = await get(`/api/tags/news/${encodeURIComponent('東京 2026/11')}`);
  expect(json).toMatchObject({ label: '東京 2026/11', serviceId: 'news' });
  expect((await get('/api/tags/news/none')).json).toEqual({ message: 'Tag does not exist' });
});

test('text that no database should be asked about is 400', async () => {
  const { get, ...given } = await testApp();
  await givenService(given, { serviceId: 'news' });
  expect((await get('/api/tags/news/a%00b')).json.errors).toEqual([{ field: 'label', message: 'InvalidInput' }]);
  expect((await get(`/api/tags/news/${'x'.repeat(129)}`)).status).toBe(400);
});
