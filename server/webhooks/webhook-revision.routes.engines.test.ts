import { expect, test } from 'vitest';
import { webhookApi } from '#contract/webhooks.ts';
import { testApp } from '#testing/app.ts';
import { givenUser } from '#testing/given-user.ts';
import { disableGoneWebhook } from './webhook.repository.ts';

async function given() {
  const app = await testApp();
  const admin = await givenUser(app, { role: 'admin' });
  const params = { serviceId: 'news' };
  const body = { url: 'https://example.com/hook', description: 'First', events: ['post.published' as const] };
  const { webhookId, revision } = await admin.call(webhookApi.create, { params, body });
  expect(revision).toBe(1);
  const save = (change: object) => admin.send('POST', `/api/admin/webhooks/news/${webhookId}`, { body: change });
  const read = () => admin.call(webhookApi.read, { params: { ...params, webhookId } });
  return { app, admin, webhookId, save, read };
}

test('returns 409 with the webhook for an outdated revision', async () => {
  const { save, read } = await given();
  const first = await save({ description: 'Second', revision: 1 });
  expect([first.status, first.json.revision]).toEqual([200, 2]);
  const stale = await save({ url: 'https://example.com/other', revision: 1 });
  expect([stale.status, stale.json]).toEqual([409, { message: 'Changed by somebody else', current: first.json }]);
  expect(await read()).toEqual(first.json);
});

test('client without revisions changes only the fields sent', async () => {
  const { save, read } = await given();
  await save({ description: 'Second' });
  await save({ events: ['post.deleted'] });
  expect(await read()).toMatchObject({ description: 'Second', events: ['post.deleted'], isEnabled: true, revision: 3 });
});

test('saves one of several concurrent updates', async () => {
  const { save, read } = await given();
  const answers = await Promise.all(['a', 'b', 'c'].map((description) => save({ description, revision: 1 })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect(await read()).toEqual(answers.find(({ status }) => status === 200)?.json);
});

test('new secret and gone receiver raise the revision', async () => {
  const { app, admin, webhookId, read } = await given();
  const rotated = await admin.call(webhookApi.rotateSecret, { params: { serviceId: 'news', webhookId } });
  expect(rotated.revision).toBe(2);
  const updatedAt = '2026-11-21T05:00:00Z';
  await app.database.writer.transaction().execute((trx) => disableGoneWebhook(trx, { webhookId, updatedAt }));
  expect(await read()).toMatchObject({ isEnabled: false, revision: 3 });
});
