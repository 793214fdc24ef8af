import { expect, test } from 'vitest';
import { accountApi } from '#contract/account.ts';
import { testApp } from '#testing/app.ts';
import { givenService } from '#testing/given.ts';
import { givenUser } from '#testing/given-user.ts';

const SERVICES = '/api/admin/account/services';

test('the services of an account are 401 without a token, and 403 without a place in the console', async () => {
  const app = await testApp();
  await givenService(app, { serviceId: 'news' });
  expect((await app.get(SERVICES)).status).toBe(401);
  const normal = await givenUser(app, { role: 'normal', serviceIds: ['news'] });
  expect(await normal.send('GET', SERVICES)).toMatchObject({ status: 403, json: { message: 'Forbidden' } });
});

test('an unknown query name is 400', async () => {
  const app = await testApp();
  const viewer = await givenUser(app, { role: 'viewer', serviceIds: [] });
  expect((await viewer.send('GET', `${SERVICES}?colour=red`)).status).toBe(400);
});

test.for(['admin', 'editor', 'viewer'] as const)('for %s it is those alone, by id', async (role) => {
  const app = await testApp();
  for (const serviceId of ['c', 'a', 'b', 'a-1'])
    await givenService(app, { serviceId, label: serviceId.toUpperCase() });
  const other = await givenUser(app, { role, serviceIds: ['b'] });
  const user = await givenUser(app, { role, serviceIds: ['c', 'a-1', 'a'] });
  const services = await user.call(accountApi.services, {});
  expect(services.map(({ serviceId }) => serviceId)).toEqual(['a', 'a-1', 'c']);
  expect(services[0]).toEqual({
    serviceId: 'a',
    label: 'A',
    functions: ['post'],
    createdAt: '2026-11-21T04:43:00Z',
    updatedAt: null,
  });
  expect((await other.call(accountApi.services, {})).map(({ serviceId }) => serviceId)).toEqual(['b']);
});

test('whoever has none gets an empty list', async () => {
  const app = await testApp();
  await givenService(app, { serviceId: 'news' });
  const admin = await givenUser(app, { role: 'admin', serviceIds: [] });
  expect((await admin.send('GET', SERVICES)).json).toEqual([]);
});
