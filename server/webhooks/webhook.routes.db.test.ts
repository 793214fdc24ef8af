import { expect, test } from 'vitest';
import { adminCommentApi } from '#contract/admin-comments.ts';
import { adminPostApi } from '#contract/admin-posts.ts';
import { auditApi } from '#contract/audit.ts';
import { MAX_WEBHOOKS, webhookApi } from '#contract/webhooks.ts';
import { createVault } from '#server/platform/vault.ts';
import { TEST_SECRET, testApp } from '#testing/app.ts';
import { givenPost } from '#testing/given.ts';
import { givenUser } from '#testing/given-user.ts';
import { watchQueries } from '#testing/watched-queries.ts';
import { setUpWebhooks } from '#testing/webhook-setup.ts';
import { listDeliveries } from './delivery-log.repository.ts';
import { resealWebhooks } from './webhook-secret.ts';

const creation = { url: 'https://example.com/hook', events: ['post.published'] as const };
const someId = '01hzx3v9d0q8e7m2k4n6p8r1st';
const ofService = '/api/admin/webhooks/news';
const ofOne = `${ofService}/${someId}`;
const asks = [
  ['GET', ofOne, undefined],
  ['POST', ofOne, { description: 'Other' }],
  ['DELETE', ofOne, undefined],
  ['POST', `${ofOne}/secret`, undefined],
  ['POST', `${ofOne}/test`, undefined],
  ['GET', `${ofOne}/deliveries`, undefined],
  ['POST', `${ofOne}/deliveries/${someId}/replay`, undefined],
] as const;

test('returns 404 for unknown webhooks at every endpoint', async () => {
  const admin = await givenUser(await testApp(), { role: 'admin' });
  for (const [method, url, body] of asks) {
    expect(await admin.send(method, url, { body }), url).toMatchObject({ status: 404 });
  }
});

const wrong = [
  ['url', { url: '' }],
  ['url', { url: 'example.com' }],
  ['url', { url: 'ftp://example.com/' }],
  ['url', { url: 'https://user:word@example.com/' }],
  ['url', { url: 'https://example.com/#part' }],
  ['url', { url: `https://example.com/${'x'.repeat(2000)}` }],
  ['url', { url: 'http://example.com/' }],
  ['url', { url: 'https://localhost/' }],
  ['url', { url: 'https://127.0.0.1/' }],
  ['url', { url: 'https://2130706433/' }],
  ['url', { url: 'https://169.254.169.254/latest/meta-data' }],
  ['url', { url: 'https://[::1]/' }],
  ['url', { url: 'https://[::ffff:10.0.0.1]/' }],
  ['events', { events: [] }],
  ['events', { events: ['post.published', 'post.published'] }],
  ['description', { description: 'x'.repeat(201) }],
  ['is_enabled', { isEnabled: 'yes' }],
] as const;

test('rejects invalid fields on creation and update', async () => {
  const app = await testApp();
  const admin = await givenUser(app, { role: 'admin' });
  const { webhookId } = await admin.call(webhookApi.create, {
    params: { serviceId: 'news' },
    body: { url: creation.url, events: [...creation.events] },
  });
  for (const [field, part] of wrong) {
    const problem = { status: 400, json: { message: 'Validation Failed', errors: [{ field }] } };
    const made = await admin.send('POST', ofService, { body: { ...creation, ...part } });
    expect(made, JSON.stringify(part)).toMatchObject(problem);
    const changed = await admin.send('POST', `${ofService}/${webhookId}`, { body: part });
    expect(changed, JSON.stringify(part)).toMatchObject(problem);
  }
  expect(await admin.send('POST', ofService, { body: { ...creation, events: ['post.liked'] } })).toMatchObject({
    status: 400,
  });
  expect(await admin.call(webhookApi.list, { params: { serviceId: 'news' } })).toHaveLength(1);
});

test('shows a new secret once, encrypted, unlogged', async () => {
  const { app, admin, params, create } = await setUpWebhooks();
  const { secret, ...made } = await create({ description: ' Site builder ' });
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
  expect(made).toMatchObject({ description: 'Site builder', isEnabled: true, failingSince: null, updatedAt: null });
  const one = { ...params, webhookId: made.webhookId };
  expect(await admin.call(webhookApi.list, { params })).toEqual([made]);
  expect(await admin.call(webhookApi.read, { params: one })).toEqual(made);

  app.clock.moveTo('2026-11-21T05:00:00Z');
  const changed = await admin.call(webhookApi.update, {
    params: one,
    body: { events: ['post.deleted'], description: 'Site builder' },
  });
  expect(changed).toEqual({ ...made, events: ['post.deleted'], updatedAt: '2026-11-21T05:00:00Z', revision: 2 });
  const rotated = await admin.call(webhookApi.rotateSecret, { params: one });
  expect(rotated.secret).not.toBe(secret);
  await admin.call(webhookApi.delete, { params: one });
  expect(await admin.call(webhookApi.list, { params })).toEqual([]);

  const { items } = await admin.call(auditApi.list, { query: { target: made.webhookId } });
  expect(items.map(({ action, actor, serviceId }) => ({ action, actor, serviceId }))).toEqual(
    ['webhook-deleted', 'webhook-secret-rotated', 'webhook-changed', 'webhook-created'].map((action) => ({
      action,
      actor: admin.username,
      serviceId: 'news',
    })),
  );
  expect(items[2]?.details).toMatchObject({ changed: ['events'], address: new URL(made.url).origin });
  const entries = await app.database.reader.selectFrom('auditLog').selectAll().execute();
  for (const stored of [entries, app.logged]) expect(JSON.stringify(stored)).not.toContain(secret.slice(6));
});

test('secret needs the installation secret and follows its change', async () => {
  const { app, create } = await setUpWebhooks();
  const { secret } = await create();
  const stored = async () =>
    (await app.database.reader.selectFrom('webhooks').select('secret').executeTakeFirstOrThrow()).secret;
  const from = createVault(TEST_SECRET);
  const to = createVault('another secret of the installation');
  expect(await stored()).not.toContain(secret.slice(6));
  expect(from.open('webhook', await stored())?.toString()).toBe(secret);
  await app.database.writer.transaction().execute((trx) => resealWebhooks(trx, { from, to }));
  expect(to.open('webhook', await stored())?.toString()).toBe(secret);
});

test('limits the webhooks of a service', async () => {
  const { admin, params, create } = await setUpWebhooks();
  for (let made = 0; made < MAX_WEBHOOKS; made += 1) await create();
  await expect(create()).rejects.toMatchObject({ status: 400, body: { message: 'Too many webhooks' } });
  expect(await admin.call(webhookApi.list, { params })).toHaveLength(MAX_WEBHOOKS);
});

test('lists deliveries by page and status', async () => {
  const { app, admin, params, create } = await setUpWebhooks();
  const { webhookId } = await create({ isEnabled: false });
  const one = { ...params, webhookId };
  const made = [];
  for (let count = 0; count < 5; count += 1) made.unshift(await admin.call(webhookApi.test, { params: one }));
  const untried = { status: 'waiting', attempts: 0, dueAt: expect.any(String) };
  expect(made[0]).toMatchObject({ type: 'webhook.test', subject: null, ...untried });
  const first = await admin.call(webhookApi.deliveries, { params: one, query: { count: 3 } });
  const query = { count: 3, pageToken: first.pageToken ?? '' };
  const second = await admin.call(webhookApi.deliveries, { params: one, query });
  expect([...first.items, ...second.items]).toEqual(made);
  expect(second.pageToken).toBeNull();
  expect((await admin.call(webhookApi.deliveries, { params: one, query: { status: 'failed' } })).items).toEqual([]);
  for (const requests of ['count=0', 'status=lost', 'pagerKey=x']) {
    const answer = await admin.send('GET', `/api/admin/webhooks/news/${webhookId}/deliveries?${requests}`);
    expect(answer.status, requests).toBe(400);
  }
  await admin.call(webhookApi.update, { params: one, body: { isEnabled: true } });
  await admin.call(webhookApi.update, { params: one, body: { isEnabled: false } });
  const given = await admin.call(webhookApi.deliveries, { params: one });
  expect(new Set(given.items.map(({ status, fault }) => `${status} ${fault}`))).toEqual(
    new Set(['failed switched-off']),
  );
  await app.database.writer.deleteFrom('services').where('serviceId', '=', 'news').execute();
  expect(await app.database.reader.selectFrom('webhookEvents').selectAll().execute()).toEqual([]);
});

test('delivery list shows subjects in constant queries', async () => {
  const { app, admin, params, create, deliveriesOf } = await setUpWebhooks();
  const { webhookId } = await create();
  const say = async (contentId: string) => {
    const body = { body: 'Well said', profiles: { nickname: 'Hanako' } };
    const { commentId } = (await app.send('POST', `/api/comments/news/${contentId}`, { body })).json;
    const one = { ...params, commentId };
    await admin.call(adminCommentApi.changeStatus, { params: one, body: { publishStatus: 'publish' } });
  };
  const contentId = 'the-bridge';
  // Posts of other services may have the same content id.
  await givenPost(app, { serviceId: 'blog', title: 'Elsewhere' });
  await givenPost(app, { title: '橋が開通しました' });
  app.clock.moveTo('2026-11-21T04:44:00Z');
  await givenPost(app, { title: 'A long title. '.repeat(20).trim() });
  await app.database.writer.updateTable('posts').set({ contentId }).execute();
  await say(contentId);
  await say('of-no-post');
  const { postId, slug } = await givenPost(app, { title: 'Not for readers any more' });
  const post = { ...params, idOrSlug: postId };
  await admin.call(adminPostApi.update, { params: post, body: { status: 'unpublish' } });
  await admin.call(adminPostApi.delete, { params: post });
  expect((await deliveriesOf(webhookId)).map(({ type, subject }) => [type, subject])).toEqual([
    ['post.deleted', `/posts/news/${slug}`],
    ['post.unpublished', 'Not for readers any more'],
    ['post.published', 'Not for readers any more'],
    ['comment.posted', 'of-no-post'],
    ['comment.posted', '橋が開通しました'],
    ['post.published', expect.stringMatching(/^(A long title\. ){7}A…$/)],
    ['post.published', '橋が開通しました'],
  ]);
  const queries = async (limit: number) => {
    const watched = watchQueries();
    const requests = { webhookId, status: undefined, before: undefined, limit };
    await listDeliveries(app.database.reader.withPlugin(watched.plugin), requests);
    return watched.count();
  };
  expect([await queries(7), await queries(4), await queries(2)]).toEqual([2, 2, 1]);
});
