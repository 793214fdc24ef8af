import { z } from 'zod';
import { endpointsOf } from './endpoint.ts';
import { fieldMessages } from './errors.ts';
import { distinctList } from './lists.ts';
import { count, page, pagerQuery } from './paging.ts';
import { ServiceId, ServiceParams } from './services.ts';
import { Id, Instant, Revision, text } from './text.ts';

export const WebhookEventType = z.enum([
  'post.published',
  'post.updated',
  'post.unpublished',
  'post.deleted',
  'comment.posted',
]);
export type WebhookEventType = z.infer<typeof WebhookEventType>;

/** Event sent to test a webhook; needs no subscription. */
export const TEST_EVENT = 'webhook.test';

/** A post in an event, with public information only. */
export const WebhookPost = z.object({
  postId: z.string(),
  /** Key of its comments and votes. */
  contentId: z.string(),
  slug: z.string(),
  /** The previous slug, if this change replaced it. */
  formerSlug: z.string().optional(),
  /** Absent for a post that was not public when it was deleted. */
  title: z.string().optional(),
  status: z.enum(['published', 'unpublished', 'deleted']),
  path: z.string(),
  isHiddenInList: z.boolean(),
  categorySlug: z.string().nullable(),
  publishAt: Instant.nullable(),
  updatedAt: Instant.nullable(),
  /** Pages that link to this post as their translation. Absent without any. */
  translations: z.array(z.object({ language: z.string(), serviceId: z.string(), path: z.string() })).optional(),
});
export type WebhookPost = z.infer<typeof WebhookPost>;

export const WebhookComment = z.object({ commentId: z.string(), contentId: z.string(), createdAt: Instant });
export type WebhookComment = z.infer<typeof WebhookComment>;

export const WebhookPayload = z.object({
  /** Stays the same in all attempts and replays; also sent as `webhook-id`. */
  id: z.string(),
  type: z.union([WebhookEventType, z.literal(TEST_EVENT)]),
  createdAt: Instant,
  serviceId: z.string(),
  post: WebhookPost.optional(),
  comment: WebhookComment.optional(),
});
export type WebhookPayload = z.infer<typeof WebhookPayload>;

export const MAX_WEBHOOKS = 20;
export const MAX_WEBHOOK_URL = 2000;
export const MAX_WEBHOOK_DESCRIPTION = 200;

export const Webhook = z.object({
  webhookId: z.string(),
  serviceId: z.string(),
  url: z.string(),
  description: z.string(),
  events: z.array(WebhookEventType),
  isEnabled: z.boolean(),
  /** True when the webhook was disabled because the receiver answered 410 Gone. */
  isGone: z.boolean(),
  createdBy: z.string(),
  createdAt: Instant,
  updatedAt: Instant.nullable(),
  /** Time of the first failure since the last success; `null` while deliveries succeed. */
  failingSince: Instant.nullable(),
  lastDeliveredAt: Instant.nullable(),
  /** Incremented by every change, except those by deliveries. */
  revision: z.int(),
});
export type Webhook = z.infer<typeof Webhook>;

/** A webhook with its signing secret: `whsec_` and base64. */
const WebhookWithSecret = Webhook.extend({ secret: z.string() });

/** `waiting`: queued or being sent; `failed`: given up. */
export const WebhookDeliveryStatus = z.enum(['waiting', 'delivered', 'failed']);
export type WebhookDeliveryStatus = z.infer<typeof WebhookDeliveryStatus>;

export const WebhookError = z.enum([
  /** The receiver answered with a status other than 2xx. */
  'status',
  'redirect',
  'gone',
  'timeout',
  'address-unknown',
  'address-refused',
  'connection',
  'certificate',
  /** The webhook was disabled while the delivery waited. */
  'switched-off',
  'queue-full',
  /** The secret cannot be decrypted because the installation's secret has changed. */
  'secret-lost',
]);
export type WebhookError = z.infer<typeof WebhookError>;

/** Maximum length of `subject`, in characters. */
export const MAX_DELIVERY_SUBJECT = 100;

export const WebhookDelivery = z.object({
  deliveryId: z.string(),
  /** Sent to the receiver as `webhook-id`. */
  eventId: z.string(),
  type: z.string(),
  /**
   * Beginning of the post's title, or its path if the event has no title. For comments the current title of the post,
   * or the content id if there is no post. `null` for tests.
   */
  subject: z.string().nullable(),
  createdAt: Instant,
  status: WebhookDeliveryStatus,
  /** Number of attempts since the delivery was queued or replayed. */
  attempts: z.int(),
  attemptedAt: Instant.nullable(),
  statusCode: z.int().nullable(),
  fault: WebhookError.nullable(),
  durationMs: z.int().nullable(),
  /** Time of the next attempt; `null` when none is planned. */
  dueAt: Instant.nullable(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

export const WebhookDeliveryPagerKey = z.object({ deliveryId: Id });

/** Target URL. The server checks its address when the webhook is saved and at each delivery. */
const WebhookUrl = text({ max: MAX_WEBHOOK_URL }).trim().refine(isWebhookUrl, { error: fieldMessages.invalid });

/**
 * Accepts http and https URLs without credentials and fragment, at most `MAX_WEBHOOK_URL` characters in encoded form.
 */
export function isWebhookUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, username, password, hash, href } = new URL(url);
  const isWhole = ['http:', 'https:'].includes(protocol) && `${username}${password}${hash}` === '';
  return isWhole && href.length <= MAX_WEBHOOK_URL;
}

const Events = distinctList(WebhookEventType, { min: 1, max: WebhookEventType.options.length });

const fields = {
  url: WebhookUrl,
  description: text({ max: MAX_WEBHOOK_DESCRIPTION }).trim(),
  events: Events,
  isEnabled: z.boolean(),
};

const WebhookParams = z.object({ serviceId: ServiceId, webhookId: Id });

const endpoint = endpointsOf({ tag: 'webhooks', access: { level: 'admin', scope: 'service' }, params: WebhookParams });

export const webhookApi = {
  list: endpoint('GET', '/admin/webhooks/:serviceId', {
    summary: 'List the webhooks of a service, oldest first, without their secrets',
    params: ServiceParams,
    response: z.array(Webhook),
  }),
  create: endpoint('POST', '/admin/webhooks/:serviceId', {
    summary: 'Create a webhook; its secret is shown in this response only',
    params: ServiceParams,
    body: z.object({ ...fields, description: fields.description.optional(), isEnabled: fields.isEnabled.optional() }),
    response: WebhookWithSecret,
  }),
  read: endpoint('GET', '/admin/webhooks/:serviceId/:webhookId', {
    summary: 'Get a webhook without its secret',
    response: Webhook,
  }),
  update: endpoint('POST', '/admin/webhooks/:serviceId/:webhookId', {
    summary: 'Update a webhook; 409 if `revision` is older. Turning it off cancels pending deliveries',
    body: z.object({ ...fields, revision: Revision }).partial(),
    response: Webhook,
  }),
  delete: endpoint('DELETE', '/admin/webhooks/:serviceId/:webhookId', {
    summary: 'Delete a webhook with its log and pending deliveries',
    response: z.null(),
  }),
  rotateSecret: endpoint('POST', '/admin/webhooks/:serviceId/:webhookId/secret', {
    summary: 'Rotate the secret of a webhook; shown in this response only. Both secrets sign for a day',
    response: WebhookWithSecret,
  }),
  test: endpoint('POST', '/admin/webhooks/:serviceId/:webhookId/test', {
    summary: 'Send a `webhook.test` event to this webhook, even if it is off',
    response: WebhookDelivery,
  }),
  deliveries: endpoint('GET', '/admin/webhooks/:serviceId/:webhookId/deliveries', {
    summary: 'List sent and pending deliveries of a webhook, newest first',
    query: z.object({ ...pagerQuery, count: count(20), status: WebhookDeliveryStatus.optional() }),
    response: page(WebhookDelivery, WebhookDeliveryPagerKey),
  }),
  replay: endpoint('POST', '/admin/webhooks/:serviceId/:webhookId/deliveries/:deliveryId/replay', {
    summary: 'Redeliver an event now under the same event id',
    params: WebhookParams.extend({ deliveryId: Id }),
    response: WebhookDelivery,
  }),
};
