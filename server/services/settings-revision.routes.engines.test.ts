import { expect, test } from 'vitest';
import { adminServiceApi } from '#contract/admin-services.ts';
import { serviceContentApi } from '#contract/service-contents.ts';
import { testApp } from '#testing/app.ts';
import { givenUser } from '#testing/given-user.ts';

const params = { serviceId: 'news' };
const SERVICE = '/api/admin/services/news';
const STALE = 'Changed by somebody else';

async function given() {
  const app = await testApp();
  const admin = await givenUser(app, { role: 'admin' });
  const save = (body: object) => admin.send('POST', SERVICE, { body });
  const read = () => admin.call(adminServiceApi.find, { params });
  const content = (contentId: string, body: object) => admin.send('PUT', `${SERVICE}/content/${contentId}`, { body });
  return { admin, save, read, content };
}

const byStatus = (answers: readonly { readonly status: number }[]) => answers.map(({ status }) => status).toSorted();

test('returns 409 with the service for an outdated revision', async () => {
  const { admin, save, read } = await given();
  const { revision } = await read();
  expect(revision).toBe(1);
  const first = await save({ label: 'First', revision });
  expect([first.status, first.json]).toEqual([200, await read()]);
  expect(first.json.revision).toBe(2);
  const second = await save({ label: 'Second', configs: { commentMaxLinks: 3 }, revision });
  expect([second.status, second.json]).toEqual([409, { message: STALE, current: first.json }]);
  expect((await read()).label).toBe('First');
  const [listed] = await admin.call(adminServiceApi.list, {});
  expect(listed).toMatchObject({ label: 'First', revision: 2 });
});

test('client without revisions changes only the fields sent', async () => {
  const { save, read } = await given();
  await save({ label: 'First', configs: { siteDescription: 'About', commentMaxLinks: 3 } });
  await save({ configs: { commentMaxLinks: 4 } });
  await save({ functions: ['post', 'comment'] });
  const { revision, label, configs } = await read();
  expect({ revision, label }).toEqual({ revision: 4, label: 'First' });
  expect(configs).toMatchObject({ siteDescription: 'About', commentMaxLinks: 4 });
  await save({ label: 'First', revision });
  expect((await read()).revision).toBe(revision);
});

test('saves one of several concurrent updates', async () => {
  const { save, read } = await given();
  const answers = await Promise.all(['One', 'Two', 'Three'].map((label) => save({ label, revision: 1 })));
  expect(byStatus(answers)).toEqual([200, 409, 409]);
  const saved = answers.find(({ status }) => status === 200)?.json;
  expect(await read()).toEqual(saved);
  for (const { status, json } of answers) if (status === 409) expect(json.current).toEqual(saved);
});

test('concurrent updates of different settings are all kept', async () => {
  const { save, read } = await given();
  const changes = [{ label: 'New' }, { configs: { commentMaxLinks: 5 } }, { configs: { siteDescription: 'About' } }];
  expect(byStatus(await Promise.all(changes.map(save)))).toEqual([200, 200, 200]);
  expect(await read()).toMatchObject({
    ...{ label: 'New', revision: 4 },
    configs: { commentMaxLinks: 5, siteDescription: 'About' },
  });
});

test('single setting has the revision of its service', async () => {
  const { admin } = await given();
  const url = `${SERVICE}/configs/commentMaxLinks`;
  expect((await admin.send('GET', url)).json.revision).toBe(1);
  const saved = await admin.send('PUT', url, { body: { configVal: 3, revision: 1 } });
  expect(saved.json).toMatchObject({ configVal: 3, revision: 2 });
  const stale = await admin.send('PUT', url, { body: { configVal: 4, revision: 1 } });
  expect([stale.status, stale.json]).toEqual([409, { message: STALE, current: saved.json }]);
});

test('returns 409 for an outdated revision of content id', async () => {
  const { admin, content } = await given();
  const created = await content('article-1', { commentDefaultPublishStatus: 'publish', revision: 0 });
  expect([created.status, created.json.revision]).toEqual([201, 1]);
  const changed = await content('article-1', { commentDefaultPublishStatus: 'unpublish', revision: 1 });
  expect([changed.status, changed.json.revision]).toEqual([200, 2]);
  for (const revision of [0, 1]) {
    const stale = await content('article-1', { commentDefaultPublishStatus: 'unconfirm', revision });
    expect([stale.status, stale.json]).toEqual([409, { message: STALE, current: changed.json }]);
  }
  const { items } = await admin.call(serviceContentApi.list, { params, query: {} });
  expect(items).toEqual([{ ...params, contentId: 'article-1', commentDefaultPublishStatus: 'unpublish', revision: 2 }]);
  expect((await content('article-1', { commentDefaultPublishStatus: 'unconfirm' })).json.revision).toBe(3);
});

test('update does not register a removed content id', async () => {
  const { admin, content } = await given();
  await content('article-1', { commentDefaultPublishStatus: 'publish' });
  await admin.send('DELETE', `${SERVICE}/content/article-1`);
  expect((await content('article-1', { commentDefaultPublishStatus: 'unpublish', revision: 1 })).status).toBe(404);
});

test('saves one of several concurrent content updates', async () => {
  const { content } = await given();
  const register = (commentDefaultPublishStatus: string, revision: number) =>
    content('article-1', { commentDefaultPublishStatus, revision });
  expect(byStatus(await Promise.all([register('publish', 0), register('unpublish', 0)]))).toEqual([201, 409]);
  expect(byStatus(await Promise.all([register('unconfirm', 1), register('unconfirm', 1)]))).toEqual([200, 409]);
});
