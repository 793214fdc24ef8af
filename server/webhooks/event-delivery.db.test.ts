import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import type { KyselyPlugin } from 'kysely';
import { expect, test, vi } from 'vitest';
import { webhookApi } from '#contract/webhooks.ts';
import { DatabaseUnavailable } from '#server/database/database-unavailable.ts';
import { givenPost } from '#testing/given.ts';
import { isSignedWith, type ReceivedEvent } from '#testing/webhook-receiver.ts';
import { setUpWebhooks } from '#testing/webhook-setup.ts';
import { pruneDeliveries } from './event-delivery.ts';
import { MAX_WAITING } from './record-events.ts';

const TIMEOUT = { timeout: 30_000, interval: 20 };
const until = (check: () => unknown) => vi.waitFor(check, TIMEOUT);

test('retries with growing delays for a day, same id', async () => {
  const { app, admin, params, receiver, create, deliver, deliveriesOf, logged } = await setUpWebhooks();
  const { webhookId, secret } = await create();
  const webhook = () => admin.call(webhookApi.list, { params }).then(([one]) => one);
  receiver.answerWith(500);
  await givenPost(app);
  const { stop } = deliver();
  const gaps: number[] = [];
  const newest = async () =>
    await app.database.reader.selectFrom('webhookDeliveries').selectAll().executeTakeFirstOrThrow();
  for (let attempts = 1; ; attempts += 1) {
    await until(async () => expect(await newest()).toMatchObject({ attempts, statusCode: 500, fault: 'status' }));
    await until(async () => expect((await newest()).status).not.toBe('sending'));
    const { dueAt } = await newest();
    if (dueAt === null) break;
    gaps.push((Date.parse(dueAt) - app.clock.now().getTime()) / 60_000);
    app.clock.moveTo(dueAt);
  }
  expect(gaps.map((gap) => Math.round(gap * 10) / 10)).toEqual([0.2, 1, 5, 20, 60, 120, 240, 240, 240, 240, 240]);
  expect(receiver.received).toHaveLength(gaps.length + 1);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(gaps.length + 1);
  expect(logged).toContainEqual(expect.objectContaining({ msg: 'webhook delivery given up', webhookId }));
  await stop();
  app.clock.moveTo('2026-11-21T04:43:00Z');
  expect(await webhook()).toMatchObject({ failingSince: '2026-11-21T04:43:00Z', lastDeliveredAt: null });

  receiver.answerWith(200);
  deliver();
  const [failed] = await deliveriesOf(webhookId);
  const { deliveryId = '', eventId } = failed ?? {};
  await admin.call(webhookApi.replay, { params: { ...params, webhookId, deliveryId } });
  await until(async () => expect(await deliveriesOf(webhookId)).toMatchObject([{ status: 'delivered', attempts: 1 }]));
  const last = receiver.received.at(-1);
  expect(last?.headers['webhook-id']).toBe(eventId);
  expect(last && (await isSignedWith(secret, last))).toBe(true);
  expect(await webhook()).toMatchObject({ failingSince: null, lastDeliveredAt: '2026-11-21T04:43:00Z' });
});

test.for([
  ['a redirect, which is not followed', 'redirect', 302, { location: '/elsewhere' }],
  ['a refusal', 'status', 400, {}],
] as const)('%s counts as failure', async ([, fault, statusCode, headers]) => {
  const { app, receiver, create, deliver, deliveriesOf } = await setUpWebhooks();
  const { webhookId } = await create();
  receiver.answerWith((response) => response.writeHead(statusCode, headers).end());
  await givenPost(app);
  deliver();
  await until(async () => expect(await deliveriesOf(webhookId)).toMatchObject([{ fault, statusCode, attempts: 1 }]));
  expect(receiver.received).toHaveLength(1);
});

test('evaluates the status only and cuts off endless responses', async () => {
  const { app, receiver, create, deliver, deliveriesOf } = await setUpWebhooks();
  const { webhookId } = await create();
  let cutOff = 0;
  const answerWith = (write: (response: ServerResponse) => void) =>
    receiver.answerWith((response) => {
      response.writeHead(200).on('close', () => {
        cutOff += 1;
      });
      write(response);
    });
  answerWith((response) => {
    const pour = () => {
      while (!response.destroyed && response.write('x'.repeat(64 * 1024)));
    };
    response.on('drain', pour);
    pour();
  });
  await givenPost(app);
  deliver();
  await until(async () =>
    expect(await deliveriesOf(webhookId)).toMatchObject([{ status: 'delivered', statusCode: 200 }]),
  );
  await until(() => expect(cutOff).toBe(1));
  answerWith((response) => response.write('and then …'));
  await givenPost(app);
  await givenPost(app);
  await until(async () =>
    expect((await deliveriesOf(webhookId)).map(({ status }) => status)).toEqual(Array(3).fill('delivered')),
  );
  await until(() => expect(cutOff).toBe(3));
});

test('logs unreachable, non-HTTP and private receivers', async () => {
  const { app, create, deliver, deliveriesOf, receiver } = await setUpWebhooks();
  const rude = createServer((socket) => socket.end('go away\r\n\r\n')).listen(0, '127.0.0.1');
  await once(rude, 'listening');
  const { port } = rude.address() as { port: number };
  const created = await Promise.all([
    create({ url: 'http://127.0.0.1:9/' }),
    create({ url: `http://127.0.0.1:${port}/` }),
    create({ url: receiver.url.replace('http:', 'https:') }),
    create({ url: 'https://no-such-host.invalid/' }),
    create({ url: receiver.url }),
  ]);
  // Simulates an address that was saved when it was allowed; it is checked at each delivery.
  const url = receiver.url.replace('127.0.0.1', 'localhost');
  await app.database.writer
    .updateTable('webhooks')
    .set({ url })
    .where('webhookId', '=', created[4].webhookId)
    .execute();
  await givenPost(app);
  deliver();
  for (const [at, fault] of [
    [0, 'connection'],
    [1, 'connection'],
    [2, 'certificate'],
    [3, 'address-unknown'],
    [4, 'address-refused'],
  ] as const) {
    await until(async () => expect(await deliveriesOf(created[at].webhookId), fault).toMatchObject([{ fault }]));
  }
  expect(receiver.received).toEqual([]);
  rude.close();
});

test('rotated secret signs along with the former for a day', async () => {
  const { app, admin, params, receiver, create, deliver } = await setUpWebhooks();
  const { webhookId, secret: previous } = await create();
  const { secret } = await admin.call(webhookApi.rotateSecret, { params: { ...params, webhookId } });
  deliver();
  await givenPost(app);
  await until(() => expect(receiver.received).toHaveLength(1));
  app.clock.moveTo('2026-11-22T04:43:00Z');
  await givenPost(app);
  await until(() => expect(receiver.received).toHaveLength(2));
  const [first, second] = receiver.received;
  for (const one of [secret, previous]) expect(first && (await isSignedWith(one, first))).toBe(true);
  expect(second && (await isSignedWith(secret, second))).toBe(true);
  expect(second && (await isSignedWith(previous, second))).toBe(false);
});

test('repeated rotations keep the former secret for its day', async () => {
  const { app, admin, params, receiver, create, deliver } = await setUpWebhooks();
  const { webhookId, secret: held } = await create();
  const rotate = async () => (await admin.call(webhookApi.rotateSecret, { params: { ...params, webhookId } })).secret;
  const unused = await rotate();
  app.clock.moveTo('2026-11-21T04:53:00Z');
  const newest = await rotate();
  deliver();
  await givenPost(app);
  await until(() => expect(receiver.received).toHaveLength(1));
  app.clock.moveTo('2026-11-22T04:43:00Z');
  await givenPost(app);
  await until(() => expect(receiver.received).toHaveLength(2));
  const signedBy = (at: number) =>
    Promise.all([held, unused, newest].map((one) => isSignedWith(one, receiver.received[at] as ReceivedEvent)));
  expect(await signedBy(0)).toEqual([true, false, true]);
  expect(await signedBy(1)).toEqual([false, false, true]);
});

test('delivery of a dead process is repeated after its lease', async () => {
  const { app, receiver, create, deliver, deliveriesOf } = await setUpWebhooks();
  const { webhookId } = await create();
  await givenPost(app);
  await app.database.writer
    .updateTable('webhookDeliveries')
    .set({ status: 'sending', attempts: 1, dueAt: '2026-11-21T04:44:00Z' })
    .execute();
  deliver();
  expect(await deliveriesOf(webhookId)).toMatchObject([{ status: 'waiting', attempts: 1 }]);
  app.clock.moveTo('2026-11-21T04:44:00Z');
  await until(async () => expect(await deliveriesOf(webhookId)).toMatchObject([{ status: 'delivered', attempts: 2 }]));
  expect(receiver.received).toHaveLength(1);
});

test('stop aborts a call and leaves it uncounted', async () => {
  const { app, receiver, create, deliver, deliveriesOf } = await setUpWebhooks();
  const { webhookId } = await create();
  receiver.answerWith(() => {});
  await givenPost(app);
  const { stop } = deliver();
  await until(() => expect(receiver.received).toHaveLength(1));
  await stop();
  expect(await deliveriesOf(webhookId)).toMatchObject([{ status: 'waiting', attempts: 0, fault: null }]);
  receiver.answerWith(204);
  deliver();
  await until(async () => expect(await deliveriesOf(webhookId)).toMatchObject([{ status: 'delivered', attempts: 1 }]));
});

test('keeps deliveries for a month, a thousand per webhook', async () => {
  const { app, admin, params, create, deliver, deliveriesOf } = await setUpWebhooks();
  const { webhookId } = await create();
  const one = { ...params, webhookId };
  await givenPost(app);
  const { stop } = deliver();
  await until(async () => expect(await deliveriesOf(webhookId)).toMatchObject([{ status: 'delivered' }]));
  await stop();
  const count = async (table: 'webhookDeliveries' | 'webhookEvents') =>
    (await app.database.reader.selectFrom(table).selectAll().execute()).length;
  const signal = new AbortController().signal;
  app.clock.moveTo('2026-12-21T04:42:00Z');
  await pruneDeliveries(app, signal);
  expect(await count('webhookDeliveries')).toBe(1);
  await givenPost(app);
  app.clock.moveTo('2026-12-21T04:44:00Z');
  await pruneDeliveries(app, signal);
  expect([await count('webhookDeliveries'), await count('webhookEvents')]).toEqual([1, 1]);
  const [row] = await app.database.writer.selectFrom('webhookDeliveries').selectAll().execute();
  const copies = Array.from({ length: 1004 }, (_, at) => ({
    ...row,
    status: 'failed',
    dueAt: null,
    deliveryId: `01zz${String(at).padStart(22, '0')}`,
  }));
  for (let at = 0; at < copies.length; at += 251) {
    await app.database.writer
      .insertInto('webhookDeliveries')
      .values(copies.slice(at, at + 251) as never)
      .execute();
  }
  await pruneDeliveries(app, signal);
  expect(await count('webhookDeliveries')).toBe(1001);
  app.clock.moveTo('2026-11-21T04:43:00Z');
  await admin.call(webhookApi.delete, { params: one });
  await pruneDeliveries(app, signal);
  expect([await count('webhookDeliveries'), await count('webhookEvents')]).toEqual([0, 0]);
});

test('full queue fails new deliveries, which can be replayed', async () => {
  const { app, create, deliveriesOf } = await setUpWebhooks();
  const { webhookId } = await create();
  await givenPost(app);
  const [row] = await app.database.writer.selectFrom('webhookDeliveries').selectAll().execute();
  const rows = Array.from({ length: MAX_WAITING - 1 }, (_, at) => ({
    ...row,
    deliveryId: `00${String(at).padStart(24, '0')}`,
  }));
  for (let at = 0; at < rows.length; at += 1000) {
    await app.database.writer
      .insertInto('webhookDeliveries')
      .values(rows.slice(at, at + 1000) as never)
      .execute();
  }
  await givenPost(app);
  const [last] = await deliveriesOf(webhookId);
  expect(last).toMatchObject({ status: 'failed', fault: 'queue-full', attempts: 0, dueAt: null });
});

test('logs the start and end of a database outage', async () => {
  const { app, deliver, logged } = await setUpWebhooks();
  let isAway = true;
  let looks = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      looks += 1;
      if (isAway) throw new DatabaseUnavailable();
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const database = { ...app.database, reader: app.database.reader.withPlugin(plugin) };
  deliver({ database });
  await until(() => expect(looks).toBeGreaterThan(5));
  isAway = false;
  const output = () => logged.map(({ msg }) => msg);
  await until(() => expect(output()).toContain('no longer: finding due events failed'));
  expect(output().filter((msg) => msg === 'finding due events failed')).toHaveLength(1);
});
