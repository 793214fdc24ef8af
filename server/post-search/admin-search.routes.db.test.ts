import { expect, test } from 'vitest';
import { adminSearchApi } from '#contract/admin-search.ts';
import { testApp } from '#testing/app.ts';
import { givenPost, givenService } from '#testing/given.ts';
import { givenUser } from '#testing/given-user.ts';

const SEARCH = '/api/admin/search';

test('returns 403 for foreign services', async () => {
  const app = await testApp();
  const viewer = await givenUser(app, { role: 'viewer' });
  await givenService(app, { serviceId: 'other' });
  for (const service of ['other', 'none']) {
    expect((await viewer.send('GET', `${SEARCH}?q=a&service=${service}`)).status, service).toBe(403);
  }
});

test('reserved post becomes published when its time comes', async () => {
  const app = await testApp();
  const viewer = await givenUser(app, { role: 'viewer' });
  await givenPost(app, { title: 'Soon', publishAt: new Date('2026-11-21T05:00:00Z') });
  const status = async () => (await viewer.call(adminSearchApi.find, { query: { q: 'soon' } })).posts[0]?.status;
  expect(await status()).toBe('reserved');
  app.clock.moveTo('2026-11-21T05:00:00Z');
  expect(await status()).toBe('published');
});

test('search reports a limit beyond 100 services', async () => {
  const app = await testApp();
  const serviceIds = Array.from({ length: 101 }, (_, index) => `s${String(index).padStart(3, '0')}`);
  for (const serviceId of serviceIds) await givenService(app, { serviceId });
  const viewer = await givenUser(app, { role: 'viewer', serviceIds });
  expect(await viewer.call(adminSearchApi.find, { query: { q: 'x' } })).toEqual({ posts: [], isLimited: true });
});
