import { expect, test } from 'vitest';
import { adminServiceApi } from '#contract/admin-services.ts';
import { adminUserApi } from '#contract/admin-users.ts';
import { testApp } from '#testing/app.ts';
import { givenUser } from '#testing/given-user.ts';

async function given() {
  const app = await testApp();
  const admin = await givenUser(app, { role: 'admin', serviceIds: ['news', 'blog', 'shop'] });
  const { username } = await givenUser(app, { serviceIds: ['news', 'blog'] });
  const save = (body: object) => admin.send('POST', `/api/admin/users/${username}`, { body });
  const read = () => admin.call(adminUserApi.read, { params: { username } });
  return { admin, save, read };
}

test('removed services stay removed when another is added', async () => {
  const { save, read } = await given();
  await save({ removeServiceIds: ['news'] });
  expect((await save({ addServiceIds: ['shop'] })).json).toEqual({
    message: 'Update success',
    revision: 3,
    notesRevision: 1,
  });
  expect(await read()).toMatchObject({ acceptServiceIds: ['blog', 'shop'], revision: 3 });
});

test('concurrent changes of different services are all kept', async () => {
  const { save, read } = await given();
  const ticks = [{ addServiceIds: ['shop'] }, { removeServiceIds: ['news'] }, { removeServiceIds: ['blog'] }];
  for (const { status } of await Promise.all(ticks.map(save))) expect(status).toBe(200);
  expect(await read()).toMatchObject({ acceptServiceIds: ['shop'], revision: 4 });
});

test('outdated rights return 409 with the current account', async () => {
  const { save, read } = await given();
  expect((await save({ removeServiceIds: ['news'], revision: 1 })).status).toBe(200);
  for (const body of [{ role: 'viewer' }, { serviceIds: ['news', 'blog', 'shop'] }, { addServiceIds: ['shop'] }]) {
    const { status, json } = await save({ ...body, revision: 1 });
    expect([status, json]).toEqual([409, { message: 'Changed by somebody else', current: await read() }]);
  }
  expect(await read()).toMatchObject({ role: 'editor', acceptServiceIds: ['blog'], revision: 2 });
});

test('one of several concurrent role changes is saved', async () => {
  const { save } = await given();
  const answers = await Promise.all(['viewer', 'admin', 'normal'].map((role) => save({ role, revision: 1 })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
});

test('older clients replace all services and keep the role', async () => {
  const { save, read } = await given();
  await save({ role: 'viewer' });
  await save({ serviceIds: ['shop'] });
  expect(await read()).toMatchObject({ role: 'viewer', acceptServiceIds: ['shop'], revision: 3 });
  await save({ serviceIds: ['shop'] });
  expect((await read()).revision).toBe(3);
});

test('adding or removing a service twice changes nothing', async () => {
  const { save, read } = await given();
  await save({ addServiceIds: ['news'], removeServiceIds: ['shop'] });
  expect(await read()).toMatchObject({ acceptServiceIds: ['blog', 'news'], revision: 1 });
  expect((await save({ addServiceIds: ['none'] })).status).toBe(400);
  for (const body of [{ revision: 1 }, { notesRevision: 1 }]) {
    expect((await save(body)).json).toEqual({ message: 'Data is empty' });
  }
});

test("creating a service increments its creator's rights revision", async () => {
  const { admin } = await given();
  const own = () => admin.call(adminUserApi.read, { params: { username: admin.username } });
  const { revision } = await own();
  await admin.call(adminServiceApi.create, { body: { serviceId: 'gazette', label: 'The Gazette' } });
  expect((await own()).revision).toBe(revision + 1);
});
