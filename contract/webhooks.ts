import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { fieldMessages } from './errors.ts';
import { count, page, pagerQuery } from './paging.ts';
import { Revision } from './revision.ts';
import { ServiceId, ServiceParams } from './services.ts';
import { Instant, text } from './text.ts';

/** What a webhook can be told of. */
export const WebhookEventType = z.enum([
  'post.published',
  'post.updated',
  'post.unpublished',
  'post.deleted',
  'comment.posted',
]);
export type WebhookEventType = z.infer<typeof WebhookEventType>;

/** What tries whether a webhook works; nobody need ask for it. */
export const TEST_EVENT = 'webhook.test';

/** A post as an event tells of it: nothing that readers may not know. */
export const WebhookPost = z.object({
  postId: z.string(),
  /** What its comments and votes hang on. */
  contentId: z.string(),
  slug: z.string(),
  /** The slug until this change, where it is another one now. */
  formerSlug: z.string().optional(),
  /** Left out for a post that readers could not see when it was deleted. */
  title: z.string().optional(),
  status: z.enum(['published', 'unpublished', 'deleted']),
  /** Its page, below the site’s address. */
  path: z.string(),
  isHiddenInList: z.boolean(),
  categorySlug: z.string().nullable(),
  publishAt: Instant.nullable(),
  updatedAt: Instant.nullable(),
});
export type WebhookPost = z.infer<typeof WebhookPost>;

export const WebhookComment = z.object({ commentId: z.string(), contentId: z.string(), createdAt: Instant });
export type WebhookComment = z.infer<typeof WebhookComment>;

/** The body of every delivery. */
export const WebhookPayload = z.object({
  /** The same at every attempt and replay; sent as `webhook-id`, too. */
  id: z.string(),
  type: z.union([WebhookEventType, z.literal(TEST_EVENT)]),
  /** When it happened. */
  createdAt: Instant,
  serviceId: z.string(),
  post: WebhookPost.optional(),
  comment: WebhookComment.optional(),
});
export type WebhookPayload = z.infer<typeof WebhookPayload>;

/** Webhooks that a service has at most. */
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
  /** Whether it was switched off because the receiver said that it is gone for good. */
  isGone: z.boolean(),
  createdBy: z.string(),
  createdAt: Instant,
  updatedAt: Instant.nullable(),
  /** Since when nothing has arrived, though it was tried; `null` while it works. */
  failingSince: Instant.nullable(),
  lastDeliveredAt: Instant.nullable(),
  /** Raised with every change but those that deliveries make. */
  revision: z.int(),
});
export type Webhook = z.infer<typeof Webhook>;

/** With the secret that its receiver checks signatures with: `whsec_` and base64. */
const WebhookWithSecret = Webhook.extend({ secret: z.string() });

/** `waiting`: to be sent, or being sent; `failed`: given up. */
export const WebhookDeliveryStatus = z.enum(['waiting', 'delivered', 'failed']);
export type WebhookDeliveryStatus = z.infer<typeof WebhookDeliveryStatus>;

/** Why the last attempt came to nothing. */
export const WebhookFault = z.enum([
  /** The receiver answered with a status other than 2xx. */
  'status',
  'redirect',
  'gone',
  'timeout',
  'address-unknown',
  'address-refused',
  'connection',
  'certificate',
  /** The webhook was switched off while it waited. */
  'switched-off',
  /** Too many were waiting already. */
  'queue-full',
  /** The installation’s secret is another one than the webhook’s was kept with. */
  'secret-lost',
]);
export type WebhookFault = z.infer<typeof WebhookFault>;

/** Letters that a log tells of what an event is about. */
export const MAX_DELIVERY_SUBJECT = 100;

export const WebhookDelivery = z.object({
  deliveryId: z.string(),
  /** What the receiver gets as `webhook-id`. */
  eventId: z.string(),
  type: z.string(),
  /**
   * The beginning of the post’s title, or its path where the event does not tell the title; of a comment the title by
   * now of the post that it stands under, or the content id where there is none; `null` for a test.
   */
  subject: z.string().nullable(),
  /** When it happened. */
  createdAt: Instant,
  status: WebhookDeliveryStatus,
  /** Since it was queued or replayed. */
  attempts: z.int(),
  attemptedAt: Instant.nullable(),
  /** What the receiver answered last. */
  statusCode: z.int().nullable(),
  fault: WebhookFault.nullable(),
  durationMs: z.int().nullable(),
  /** When it is tried next; `null` when it is not. */
  dueAt: Instant.nullable(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

export const WebhookDeliveryPagerKey = z.object({ deliveryId: z.string().regex(/^[0-9a-z]{26}$/) });

/** Where it is sent; who may be called is decided when it is saved, and again whenever it is. */
const WebhookUrl = text({ max: MAX_WEBHOOK_URL }).trim().refine(isWebhookUrl, { error: fieldMessages.invalid });

/** http or https, with neither a password nor a fragment, which would be sent to nobody, and not too long as it is sent. */
export function isWebhookUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, username, password, hash, href } = new URL(url);
  const isWhole = ['http:', 'https:'].includes(protocol) && `${username}${password}${hash}` === '';
  return isWhole && href.length <= MAX_WEBHOOK_URL;
}

const Events = z
  .array(WebhookEventType)
  .min(1)
  .max(WebhookEventType.options.length)
  .refine((types) => new Set(types).size === types.length, { error: fieldMessages.duplicated });

const fields = {
  url: WebhookUrl,
  description: text({ max: MAX_WEBHOOK_DESCRIPTION }).trim(),
  events: Events,
  isEnabled: z.boolean(),
};

const access = { level: 'admin', scope: 'service' } as const;
const tag = 'webhooks';
const id = z.string().regex(/^[0-9a-z]{26}$/);
const WebhookParams = z.object({ serviceId: ServiceId, webhookId: id });

export const webhookApi = {
  list: endpoint({
    method: 'GET',
    path: '/admin/webhooks/:serviceId',
    summary: 'The webhooks of a service, the oldest first; never their secrets',
    tag,
    access,
    params: ServiceParams,
    response: z.array(Webhook),
  }),
  create: endpoint({
    method: 'POST',
    path: '/admin/webhooks/:serviceId',
    summary: 'Makes a webhook. The answer is the only time its secret is shown',
    tag,
    access,
    params: ServiceParams,
    body: z.object({ ...fields, description: fields.description.optional(), isEnabled: fields.isEnabled.optional() }),
    response: WebhookWithSecret,
  }),
  read: endpoint({
    method: 'GET',
    path: '/admin/webhooks/:serviceId/:webhookId',
    summary: 'One webhook, without its secret',
    tag,
    access,
    params: WebhookParams,
    response: Webhook,
  }),
  update: endpoint({
    method: 'POST',
    path: '/admin/webhooks/:serviceId/:webhookId',
    summary:
      'Changes what is given, unless `revision` is an older one (409). Switching a webhook off gives up what waits for it',
    tag,
    access,
    params: WebhookParams,
    body: z.object({ ...fields, revision: Revision }).partial(),
    response: Webhook,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/admin/webhooks/:serviceId/:webhookId',
    summary: 'Deletes a webhook with its log, and gives up what waits for it',
    tag,
    access,
    params: WebhookParams,
    response: z.null(),
  }),
  rotateSecret: endpoint({
    method: 'POST',
    path: '/admin/webhooks/:serviceId/:webhookId/secret',
    summary:
      'Gives a webhook another secret, shown this once; for a day deliveries are signed with the former one, too',
    tag,
    access,
    params: WebhookParams,
    response: WebhookWithSecret,
  }),
  test: endpoint({
    method: 'POST',
    path: '/admin/webhooks/:serviceId/:webhookId/test',
    summary: 'Sends a `webhook.test` event to this webhook alone, also while it is switched off',
    tag,
    access,
    params: WebhookParams,
    response: WebhookDelivery,
  }),
  deliveries: endpoint({
    method: 'GET',
    path: '/admin/webhooks/:serviceId/:webhookId/deliveries',
    summary: 'What was sent to a webhook, or is to be, the newest first',
    tag,
    access,
    params: WebhookParams,
    query: z.object({ ...pagerQuery, count: count(20), status: WebhookDeliveryStatus.optional() }),
    response: page(WebhookDelivery, WebhookDeliveryPagerKey),
  }),
  replay: endpoint({
    method: 'POST',
    path: '/admin/webhooks/:serviceId/:webhookId/deliveries/:deliveryId/replay',
    summary: 'Sends an event to a webhook once more, now, under the same event id',
    tag,
    access,
    params: WebhookParams.extend({ deliveryId: id }),
    response: WebhookDelivery,
  }),
};
