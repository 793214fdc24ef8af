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
