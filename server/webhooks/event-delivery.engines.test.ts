import { setTimeout as pause } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { adminPostApi } from '#contract/admin-posts.ts';
import { webhookApi } from '#contract/webhooks.ts';
import { givenPost, givenService } from '#testing/given.ts';
import { watchQueries } from '#testing/watched-queries.ts';
import { isSignedWith } from '#testing/webhook-receiver.ts';
import { setUpWebhooks } from '#testing/webhook-setup.ts';
import { localCaller } from '../http/caller.ts';

const TIMEOUT = { timeout: 30_000, interval: 20 };
const until = (check: () => unknown) => vi.waitFor(check, TIMEOUT);

test('committed event of a dead process is sent once', async () => {
  const { app, receiver, create, deliver, deliveriesOf } = await setUpWebhooks();
  const { webhookId, secret } = await create();
  const other = await create({ events: ['post.deleted'] });
  // Simulates a process that died after its commit.
  const { postId } = await givenPost(app);
  const both = [deliver(), deliver()];
  await until(async () => expect(await deliveriesOf(webhookId)).toMatchObject([{ status: 'delivered' }]));
  await Promise.all(both.map(({ stop }) => stop()));
  const [received] = receiver.received;
  expect(receiver.received).toHaveLength(1);
  expect(received?.event).toMatchObject({ type: 'post.published', serviceId: 'news', post: { postId } });
  expect(received?.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Kawaraban/0.0.0 (webhooks)',
    'webhook-id': received?.event.id,
    'webhook-type': 'post.published',
    'webhook-timestamp': String(Date.parse('2026-11-21T04:43:00Z') / 1000),
  });
  expect(received && (await isSignedWith(secret, received))).toBe(true);
  expect(received && (await isSignedWith(other.secret, received))).toBe(false);
  expect(received && (await isSignedWith(secret, { ...received, body: `${received.body} ` }))).toBe(false);
  expect(await deliveriesOf(webhookId)).toMatchObject([
    { attempts: 1, statusCode: 204, fault: null, dueAt: null, durationMs: expect.any(Number) },
  ]);
  expect(await deliveriesOf(other.webhookId)).toEqual([]);
});

test('delivers many events promptly, once each across processes', async () => {
  const { app, receiver, create, deliver } = await setUpWebhooks();
  await create();
  deliver();
  deliver();
  const ids = [];
  for (let made = 0; made < 30; made += 1) ids.push((await givenPost(app)).postId);
  await until(() => expect(receiver.received.length).toBeGreaterThanOrEqual(30));
  expect(receiver.received.map(({ event }) => event.post?.postId).toSorted()).toEqual(ids.toSorted());
});

test('hanging receivers do not delay others and time out', async () => {
  const { app, receiver, create, deliver, deliveriesOf } = await setUpWebhooks();
  receiver.answerWith((response, { url }) => {
    if (url === '/hook') response.writeHead(204).end();
  });
  const hanging: { webhookId: string }[] = [];
  for (let made = 0; made < 12; made += 1) hanging.push(await create({ url: receiver.url.replace('/hook', '/hang') }));
  for (let made = 0; made < 3; made += 1) await givenPost(app);
  const { webhookId } = await create();
  await givenPost(app);
  await givenPost(app);
  deliver({ limitMs: 1500 });
  await until(async () =>
    expect((await deliveriesOf(webhookId)).map(({ status }) => status)).toEqual(['delivered', 'delivered']),
  );
  await until(async () => {
    for (const one of hanging)
      expect((await deliveriesOf(one.webhookId)).map(({ fault }) => fault)).toContain('timeout');
  });
});

test('commits without events cause no queries', async () => {
  const { app, create, deliver, deliveriesOf, admin, params } = await setUpWebhooks();
  const { plugin, count } = watchQueries();
  const database = { ...app.database, reader: app.database.reader.withPlugin(plugin) };
  deliver({ database, pollMs: 60_000 });
  await until(async () => expect([count() > 0, await stillAfter(count)]).toEqual([true, true]));
  const { webhookId } = await create({ events: ['post.published'] });
  const { slug } = await givenPost(app);
  await until(async () => expect(await deliveriesOf(webhookId)).toMatchObject([{ status: 'delivered' }]));
  await until(async () => expect(await stillAfter(count)).toBe(true));
  const before = count();
  await admin.call(adminPostApi.delete, { params: { ...params, idOrSlug: slug } });
  await givenService(app);
  await app.audit.record({ action: 'signed-out', actor: { kind: 'nobody' }, caller: localCaller });
  expect(await stillAfter(count)).toBe(true);
  expect(count()).toBe(before);
  const [{ deliveryId = '' } = {}] = await deliveriesOf(webhookId);
  await admin.call(webhookApi.replay, { params: { ...params, webhookId, deliveryId } });
  await until(async () => expect(await deliveriesOf(webhookId)).toMatchObject([{ status: 'delivered', attempts: 1 }]));
  expect(count()).toBeGreaterThan(before);
});

async function stillAfter(count: () => number): Promise<boolean> {
  const before = count();
  await pause(100);
  return count() === before;
}
