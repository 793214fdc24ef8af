import { expect, test } from 'vitest';
import { adminServiceApi } from '#contract/admin-services.ts';
import { serviceApi } from '#contract/services.ts';
import { testApp } from '#testing/app.ts';
import { givenService } from '#testing/given.ts';
import { givenUser } from '#testing/given-user.ts';

test('lists services with posts by id, paged', async () => {
  const { call, ...given } = await testApp();
  await givenService(given, { serviceId: 'b', label: 'Second' });
  await givenService(given, { serviceId: 'a', label: 'First' });
  await givenService(given, { serviceId: 'c', functions: ['comment'] });
  const first = await call(serviceApi.list, { query: { count: 1 } });
  expect(first.items).toEqual([{ serviceId: 'a', label: 'First' }]);
  const second = await call(serviceApi.list, { query: { count: 1, pageToken: first.pageToken ?? '' } });
  expect(second).toEqual({ items: [{ serviceId: 'b', label: 'Second' }], pagerKey: null, pageToken: null });
});

test('finds a service by id, otherwise returns 404', async () => {
  const { get, ...given } = await testApp();
  await givenService(given, { serviceId: 'news', label: 'News' });
  expect((await get('/api/services/news')).json).toEqual({ serviceId: 'news', label: 'News' });
  expect((await get('/api/services/none')).json).toEqual({ message: 'ServiceId does not exist' });
});

test('returns public settings of a service that differ from their default', async () => {
  const app = await testApp();
  const { call: ask } = app;
  for (const serviceId of ['a', 'b', 'c']) await givenService(app, { serviceId, label: serviceId.toUpperCase() });
  const { call } = await givenUser(app, { role: 'admin', serviceIds: ['a', 'b', 'c'] });
  const setUp = (serviceId: string, configs: object) =>
    call(adminServiceApi.update, { params: { serviceId }, body: { configs } });
  const look = {
    siteDescription: '波止場から "every" morning',
    siteLogoUrl: '/media/a/logo.png',
    siteAccentColor: '#165E83',
  };
  await setUp('a', look);
  const usual = { siteDescription: '', siteLanguage: 'en', siteListLayout: 'text', siteFooterLinks: [] };
  await setUp('c', { ...usual, siteAccentColor: '#b3312c', outerSiteUrl: 'https://example.com' });
  const a = {
    serviceId: 'a',
    label: 'A',
    description: '波止場から "every" morning',
    logoUrl: '/media/a/logo.png',
    accentColor: '#165e83',
  };
  const [b, c] = [
    { serviceId: 'b', label: 'B' },
    { serviceId: 'c', label: 'C', accentColor: '#b3312c' },
  ];
  expect((await ask(serviceApi.list, {})).items).toEqual([a, b, c]);
  expect(await ask(serviceApi.find, { params: { serviceId: 'a' } })).toEqual(a);
  await setUp('a', { siteDescription: null, siteLogoUrl: '', siteAccentColor: null });
  expect(await ask(serviceApi.find, { params: { serviceId: 'a' } })).toEqual({ serviceId: 'a', label: 'A' });
});
