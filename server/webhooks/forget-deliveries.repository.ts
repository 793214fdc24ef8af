import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';

export async function deleteOldDeliveries(db: Db, beforeId: string): Promise<void> {
  await db.deleteFrom('webhookDeliveries').where('deliveryId', '<', beforeId).where('dueAt', 'is', null).execute();
}

/** Returns webhooks with more than `kept` deliveries, with the newest id to delete. */
export async function listOverflows(db: Db, kept: number): Promise<{ webhookId: string; deliveryId: string }[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select(({ selectFrom }) => [
      'webhookId',
      selectFrom('webhookDeliveries')
        .select('deliveryId')
        .whereRef('webhookDeliveries.webhookId', '=', 'webhooks.webhookId')
        .orderBy('deliveryId', 'desc')
        .offset(kept)
        .limit(1)
        .as('deliveryId'),
    ])
    .execute();
  return rows.flatMap(({ webhookId, deliveryId }) => (deliveryId === null ? [] : [{ webhookId, deliveryId }]));
}

export async function deleteDeliveriesUpTo(
  db: Db,
  { webhookId, deliveryId }: { readonly webhookId: string; readonly deliveryId: string },
): Promise<void> {
  await db
    .deleteFrom('webhookDeliveries')
    .where('webhookId', '=', webhookId)
    .where('deliveryId', '<=', deliveryId)
    .where('dueAt', 'is', null)
    .execute();
}

export async function deleteLeftEvents(db: Db, limit: number): Promise<number> {
  const left = db
    .selectFrom('webhookEvents')
    .select('eventId')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('webhookDeliveries')
            .select(sql.lit(1).as('one'))
            .whereRef('webhookDeliveries.eventId', '=', 'webhookEvents.eventId'),
        ),
      ),
    )
    .limit(limit);
  const { numDeletedRows } = await db
    .deleteFrom('webhookEvents')
    .where('eventId', 'in', left)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
