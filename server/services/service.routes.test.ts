import { expect, test } from 'vitest';
import { serviceApi } from '#contract/services.ts';
import { testApp } from '#testing/app.ts';
import { givenService } from '#testing/given.ts';

test('services that publish posts come by id, page after page; others do not', async () => {
  const { call, ...given } = await testApp();
  await givenService(given, { serviceId: 'b', label: 'Second' });
  await givenService(given, { serviceId: 'a', label: 'First' });
  await givenService(given, { serviceId: 'c', functions: ['comment'] });
  const first = await call(serviceApi.list, { query: { count: 1 } });
  expect(first.items).toEqual([{ serviceId: 'a', label: 'First' }]);
  const second = await call(serviceApi.list, { query: { count: 1, pageToken: first.pageToken ?? '' } });
  expect(second).toEqual({ items: [{ serviceId: 'b', label: 'Second' }], pagerKey: null, pageToken: null });
});

test('a service is found by its id, and 404 where there is none', async () => {
  const { get, ...given } = await testApp();
  await givenService(given, { serviceId: 'news', label: 'News' });
  expect((await get('/api/services/news')).json).toEqual({ serviceId: 'news', label: 'News' });
  expect((await get('/api/services/none')).json).toEqual({ message: 'ServiceId does not exist' });
});
