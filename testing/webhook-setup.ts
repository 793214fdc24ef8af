import { onTestFinished } from 'vitest';
import type { RequestOf } from '#contract/endpoint.ts';
import { WebhookEventType, webhookApi } from '#contract/webhooks.ts';
import { loadConfig } from '#server/config.ts';
import { createLog } from '#server/platform/log.ts';
import { createVault } from '#server/platform/vault.ts';
import { startEventDelivery } from '#server/webhooks/index.ts';
import { TEST_SECRET, testApp } from './app.ts';
import { givenService } from './given.ts';
import { givenUser } from './given-user.ts';
import { startWebhookReceiver } from './webhook-receiver.ts';

type Creation = RequestOf<typeof webhookApi.create>['body'];

export async function setUpWebhooks() {
  const config = await loadConfig({ WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' }, '/nonexistent');
  const app = await testApp({ config });
  await givenService(app, { serviceId: 'news', functions: ['post', 'comment'] });
  const admin = await givenUser(app, { role: 'admin' });
  const receiver = await startWebhookReceiver();
  onTestFinished(() => receiver.stop());
  const params = { serviceId: 'news' };
  const create = (creation: Partial<Creation> = {}) =>
    admin.call(webhookApi.create, {
      params,
      body: { url: receiver.url, events: [...WebhookEventType.options], ...creation },
    });
  const deliveriesOf = async (webhookId: string) =>
    (await admin.call(webhookApi.deliveries, { params: { ...params, webhookId } })).items;
  const logged: Record<string, unknown>[] = [];
  const deliver = ({ limitMs = 10_000, random = () => 0, database = app.database, pollMs = 20 } = {}) => {
    const { clock, audit } = app;
    const log = createLog('info', { write: (line) => logged.push(JSON.parse(line)) });
    const delivery = startEventDelivery(
      {
        database,
        clock,
        audit,
        log,
        limitMs,
        random,
        version: '0.0.0',
        vault: createVault(TEST_SECRET),
        rules: config.webhooks,
      },
      { pollMs, timeoutMs: 50 },
    );
    onTestFinished(() => delivery.stop());
    return delivery;
  };
  return { app, admin, receiver, params, create, deliveriesOf, deliver, logged };
}
