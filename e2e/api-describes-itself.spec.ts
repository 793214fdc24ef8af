import { expect, test } from './fixtures.ts';

test('the built product describes its API, for programs and for people', async ({ request }) => {
  const document = await request.get('/api/openapi.json');
  expect(document.status()).toBe(200);
  const { paths, components } = await document.json();
  expect(paths).toHaveProperty('/api/posts/{serviceId}');
  expect(components.schemas).toHaveProperty('ServiceDetail');
  expect((await request.get('/api/docs/')).status()).toBe(200);
});
