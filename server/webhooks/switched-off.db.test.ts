import { expect, test, vi } from 'vitest';
import { auditApi } from '#contract/audit.ts';
import { webhookApi } from '#contract/webhooks.ts';
import { givenPost } from '#testing/given.ts';
import { setUpWebhooks } from '#testing/webhook-setup.ts';

const until = (check: () => unknown) => vi.waitFor(check, { timeout: 30_000, interval: 20 });

test('410 disables a webhook until it is enabled again', async () => {
  const { app, admin, params, receiver, create, deliver, deliveriesOf } = await setUpWebhooks();
  const { webhookId } = await create();
  receiver.answerWith(410);
  await givenPost(app);
  await givenPost(app);
  deliver();
  const one = { ...params, webhookId };
  await until(async () =>
    expect(await admin.call(webhookApi.read, { params: one })).toMatchObject({ isEnabled: false, isGone: true }),
  );
  expect((await deliveriesOf(webhookId)).map(({ fault }) => fault)).toEqual(['switched-off', 'gone']);
  const { items } = await admin.call(auditApi.list, { query: { target: webhookId, action: 'webhook-changed' } });
  expect(items).toMatchObject([{ actorKind: 'system', serviceId: 'news', details: { reason: 'gone' } }]);
  receiver.answerWith(200);
  await givenPost(app);
  const on = await admin.call(webhookApi.update, { params: one, body: { isEnabled: true } });
  expect(on).toMatchObject({ isEnabled: true, isGone: false, failingSince: null });
  await admin.call(webhookApi.test, { params: one });
  await until(() => expect(receiver.received.at(-1)?.event.type).toBe('webhook.test'));
  expect(receiver.received).toHaveLength(2);
});

test('disabled webhook retries nothing except tests', async () => {
  const { app, admin, params, receiver, create, deliver, deliveriesOf } = await setUpWebhooks();
  const failing = await create();
  const stopped = await create({ url: receiver.url.replace('/hook', '/hang') });
  const answers: (() => void)[] = [];
  receiver.answerWith((response, { url }) => {
    if (url === '/hook') answers.push(() => response.writeHead(500).end());
  });
  await givenPost(app);
  const { stop } = deliver();
  await until(() => expect(receiver.received).toHaveLength(2));
  for (const { webhookId } of [failing, stopped])
    await admin.call(webhookApi.update, { params: { ...params, webhookId }, body: { isEnabled: false } });
  const givenUp = { status: 'failed', fault: 'switched-off', dueAt: null };
  answers.pop()?.();
  await until(async () => expect(await deliveriesOf(failing.webhookId)).toMatchObject([{ ...givenUp, attempts: 1 }]));
  expect(await deliveriesOf(failing.webhookId)).toMatchObject([{ statusCode: 500 }]);
  await stop();
  expect(await deliveriesOf(stopped.webhookId)).toMatchObject([{ ...givenUp, attempts: 0 }]);
  receiver.answerWith(500);
  const one = { ...params, webhookId: failing.webhookId };
  await admin.call(webhookApi.test, { params: one });
  deliver();
  await until(async () =>
    expect((await deliveriesOf(failing.webhookId))[0]).toMatchObject({ status: 'waiting', statusCode: 500 }),
  );
  expect(receiver.received).toHaveLength(3);
});

test('disabling fails deliveries of dead processes', async () => {
  const { app, admin, params, receiver, create, deliver, deliveriesOf } = await setUpWebhooks();
  const over = await create();
  const running = await create();
  await givenPost(app);
  for (const [{ webhookId }, dueAt] of [
    [over, '2026-11-21T04:43:00Z'],
    [running, '2026-11-21T04:44:00Z'],
  ] as const) {
    await app.database.writer
      .updateTable('webhookDeliveries')
      .set({ status: 'sending', attempts: 1, dueAt })
      .where('webhookId', '=', webhookId)
      .execute();
    await admin.call(webhookApi.update, { params: { ...params, webhookId }, body: { isEnabled: false } });
  }
  const givenUp = [{ status: 'failed', fault: 'switched-off', dueAt: null }];
  expect(await deliveriesOf(over.webhookId)).toMatchObject(givenUp);
  expect(await deliveriesOf(running.webhookId)).toMatchObject([{ status: 'waiting' }]);
  app.clock.moveTo('2026-11-21T04:44:00Z');
  deliver();
  await until(async () => expect(await deliveriesOf(running.webhookId)).toMatchObject(givenUp));
  expect(receiver.received).toEqual([]);
});
