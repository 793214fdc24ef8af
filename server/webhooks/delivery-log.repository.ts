import { sql } from 'kysely';
import {
  MAX_DELIVERY_SUBJECT,
  WebhookDelivery,
  type WebhookDeliveryStatus,
  WebhookError,
  WebhookPayload,
} from '#contract/webhooks.ts';
import type { Db } from '../database/connect.ts';
import { UNSENT } from '../database/outbox.ts';
import type { WebhookDeliveryRow, WebhookEventRow } from '../database/tables.ts';

type LoggedRow = WebhookDeliveryRow & Pick<WebhookEventRow, 'type' | 'createdAt' | 'serviceId' | 'payload'>;

function deliveriesOf(db: Db, webhookId: string) {
  return db
    .selectFrom('webhookDeliveries')
    .innerJoin('webhookEvents', 'webhookEvents.eventId', 'webhookDeliveries.eventId')
    .selectAll('webhookDeliveries')
    .select(['type', 'createdAt', 'serviceId', 'payload'])
    .where('webhookId', '=', webhookId);
}

export interface DeliveryQuery {
  readonly webhookId: string;
  readonly status: WebhookDeliveryStatus | undefined;
  readonly before: string | undefined;
  readonly limit: number;
}

export async function listDeliveries(
  db: Db,
  { webhookId, status, before, limit }: DeliveryQuery,
): Promise<WebhookDelivery[]> {
  let query = deliveriesOf(db, webhookId).orderBy('deliveryId', 'desc').limit(limit);
  if (before !== undefined) query = query.where('deliveryId', '<', before);
  if (status !== undefined) query = query.where('status', 'in', status === 'waiting' ? UNSENT : [status]);
  return toDeliveries(db, await query.execute());
}

export async function findDelivery(
  db: Db,
  { webhookId, deliveryId }: { readonly webhookId: string; readonly deliveryId: string },
): Promise<WebhookDelivery | undefined> {
  const rows = await deliveriesOf(db, webhookId).where('deliveryId', '=', deliveryId).execute();
  return (await toDeliveries(db, rows))[0];
}

async function toDeliveries(db: Db, rows: readonly LoggedRow[]): Promise<WebhookDelivery[]> {
  const events = rows.map(({ payload }) => WebhookPayload.parse(JSON.parse(payload)));
  const commentedOn = new Set(events.flatMap(({ comment }) => comment?.contentId ?? []));
  const titles = await titlesOfContents(db, rows[0]?.serviceId ?? '', [...commentedOn]);
  return rows.map(({ status, fault, payload, ...row }, at) =>
    WebhookDelivery.parse({
      ...row,
      status: UNSENT.includes(status) ? 'waiting' : status,
      fault: fault && WebhookError.parse(fault),
      subject: subjectOf(events[at] ?? {}, titles),
    }),
  );
}

async function titlesOfContents(
  db: Db,
  serviceId: string,
  contentIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (contentIds.length === 0) return new Map();
  const posts = await db
    .selectFrom('posts')
    .select(['contentId', 'title'])
    .where('serviceId', '=', serviceId)
    .where('postId', 'in', ({ selectFrom, fn }) =>
      selectFrom('posts')
        .select(fn.min('postId').as('postId'))
        .where('serviceId', '=', serviceId)
        .where('contentId', 'in', contentIds)
        .groupBy('contentId'),
    )
    .execute();
  return new Map(posts.map(({ contentId, title }) => [contentId, title]));
}

export async function deleteOldDeliveries(db: Db, beforeId: string): Promise<void> {
  await db.deleteFrom('webhookDeliveries').where('deliveryId', '<', beforeId).where('dueAt', 'is', null).execute();
}

export async function listOverflows(db: Db, limit: number): Promise<{ webhookId: string; deliveryId: string }[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select(({ selectFrom }) => [
      'webhookId',
      selectFrom('webhookDeliveries')
        .select('deliveryId')
        .whereRef('webhookDeliveries.webhookId', '=', 'webhooks.webhookId')
        .orderBy('deliveryId', 'desc')
        .offset(limit)
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

export async function deleteOrphanEvents(db: Db, limit: number): Promise<number> {
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

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

export function subjectOf(
  { post, comment }: Pick<WebhookPayload, 'post' | 'comment'>,
  titles: ReadonlyMap<string, string>,
): string | null {
  if (post) return shortened(post.title ?? post.path);
  return comment ? shortened(titles.get(comment.contentId) ?? comment.contentId) : null;
}

/** Splits no grapheme unless a single one exceeds the limit. */
function shortened(text: string): string {
  const room = [...text].slice(0, MAX_DELIVERY_SUBJECT);
  const line = room.join('');
  if (line === text) return text;
  // The last grapheme may be incomplete.
  const last = [...graphemes.segment(line)].at(-1)?.index;
  return `${last ? line.slice(0, last) : room.slice(0, -1).join('')}…`;
}
