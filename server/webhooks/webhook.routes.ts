import { TEST_EVENT, type WebhookDelivery, WebhookDeliveryPagerKey, webhookApi } from '#contract/webhooks.ts';
import type { Db } from '../database/connect.ts';
import { writeTransaction } from '../database/write-transaction.ts';
import { notFound } from '../http/errors.ts';
import type { Api } from '../http/implement.ts';
import { readPager, toPage } from '../http/pager.ts';
import { toInstant } from '../platform/clock.ts';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  getWebhook,
  rotateWebhookSecret,
  type WebhookTools,
} from './change-webhook.ts';
import { requeueDelivery } from './delivery.repository.ts';
import { findDelivery, listDeliveries } from './delivery-log.repository.ts';
import { queueEvent, writeEvent } from './record-events.ts';
import { listWebhooks, moveToQueueFront } from './webhook.repository.ts';

export function webhookRoutes(
  api: Api,
  { config, ...rest }: Omit<WebhookTools, 'rules'> & { readonly config: { readonly webhooks: WebhookTools['rules'] } },
): void {
  const tools: WebhookTools = { ...rest, rules: config.webhooks };
  const { database, clock } = tools;

  api.implement(webhookApi.list, ({ params }) => listWebhooks(database.reader, params.serviceId));

  api.implement(webhookApi.create, ({ params, body, actor, caller }) =>
    createWebhook(tools, { actor, caller }, { ...params, ...body }),
  );

  api.implement(webhookApi.read, ({ params }) => getWebhook(database.reader, params));

  api.implement(webhookApi.update, ({ params, body, actor, caller }) =>
    changeWebhook(tools, { actor, caller }, { ...params, ...body }),
  );

  api.implement(webhookApi.delete, async ({ params, actor, caller }) => {
    await deleteWebhook(tools, { actor, caller }, params);
    return null;
  });

  api.implement(webhookApi.rotateSecret, ({ params, actor, caller }) =>
    rotateWebhookSecret(tools, { actor, caller }, params),
  );

  api.implement(webhookApi.test, ({ params }) =>
    writeTransaction(database.writer, async (trx) => {
      const { webhookId, serviceId } = await getWebhook(trx, params);
      const eventId = await writeEvent(trx, { clock, serviceId }, { type: TEST_EVENT });
      const deliveryId = await queueEvent(trx, clock, { webhookId, eventId });
      await moveToQueueFront(trx, webhookId);
      return getDelivery(trx, { webhookId, deliveryId });
    }),
  );

  api.implement(webhookApi.deliveries, async ({ params, query }) => {
    const { webhookId } = await getWebhook(database.reader, params);
    const { count, status } = query;
    const before = readPager(WebhookDeliveryPagerKey, query)?.deliveryId;
    const found = await listDeliveries(database.reader, { webhookId, status, before, limit: count + 1 });
    return toPage(found, count, ({ deliveryId }) => ({ deliveryId }));
  });

  api.implement(webhookApi.replay, ({ params }) =>
    writeTransaction(database.writer, async (trx) => {
      const { webhookId } = await getWebhook(trx, params);
      const { deliveryId } = await getDelivery(trx, { webhookId, deliveryId: params.deliveryId });
      await requeueDelivery(trx, deliveryId, toInstant(clock.now()));
      await moveToQueueFront(trx, webhookId);
      return getDelivery(trx, { webhookId, deliveryId });
    }),
  );
}

async function getDelivery(
  db: Db,
  key: { readonly webhookId: string; readonly deliveryId: string },
): Promise<WebhookDelivery> {
  const delivery = await findDelivery(db, key);
  if (!delivery) throw notFound();
  return delivery;
}
