import { z } from 'zod';
import { endpointsOf } from './endpoint.ts';
import { count, page, pagerQuery } from './paging.ts';
import { Id, Instant, InstantInput, text } from './text.ts';

export const AuditAction = z.enum([
  'signed-in',
  'sign-in-failed',
  'signed-out',
  'signed-out-everywhere',
  'signed-up',
  'email-verified',
  'email-changed',
  'password-changed',
  'password-reset-requested',
  'password-reset',
  'attributes-changed',
  'mfa-enabled',
  'mfa-disabled',
  'recovery-codes-made',
  'recovery-code-used',
  'access-refused',
  'identity-linked',
  'identity-unlinked',
  'account-created',
  'account-enabled',
  'account-disabled',
  'account-deleted',
  'account-exported',
  'role-changed',
  'services-changed',
  'api-key-created',
  'api-key-revoked',
  'webhook-created',
  'webhook-changed',
  'webhook-deleted',
  'webhook-secret-rotated',
  'secret-rotated',
  'comments-changed',
  'comments-deleted',
  'comments-restored',
  'comment-replied',
  'posts-changed',
  'posts-changed-back',
  'translation-linked',
  'translation-unlinked',
  'translation-created',
]);
export type AuditAction = z.infer<typeof AuditAction>;

/** Names of the facts that entries record. The log shows a text for each. */
export const AuditDetail = z.enum([
  ...(['how', 'reason', 'role', 'from', 'to', 'added', 'removed', 'label', 'may', 'serviceIds', 'services'] as const),
  ...(['expiresAt', 'names', 'left', 'sessionId', 'request', 'contentId', 'commentIds', 'count', 'change'] as const),
  ...(['changed', 'unchanged', 'address', 'url', 'description', 'events', 'isEnabled', 'posts'] as const),
]);
export type AuditDetail = z.infer<typeof AuditDetail>;

/** Reasons of failed sign-ins and of webhooks that the server turned off. */
export const AuditReason = z.enum([
  ...(['wrong password', 'wrong old password', 'totp', 'recovery-code'] as const),
  ...(['code: sign-up', 'code: email', 'code: forgot-password', 'gone'] as const),
  ...(['identity_taken', 'email_required', 'account_disabled', 'provider_failed'] as const),
]);
export type AuditReason = z.infer<typeof AuditReason>;

/** Kind of actor: `system` is somebody with access to the machine, `nobody` an unknown actor. */
export const AuditActorKind = z.enum(['user', 'api-key', 'guest', 'system', 'nobody']);
export type AuditActorKind = z.infer<typeof AuditActorKind>;

export const AuditEntry = z.object({
  entryId: z.string(),
  at: Instant,
  /** An `AuditAction`, or one added by a newer version. */
  action: z.string(),
  actorKind: AuditActorKind,
  /** User name, or id of an API key. */
  actor: z.string().nullable(),
  /** Object of the action: a user name, or the id of an API key or comment. */
  target: z.string().nullable(),
  serviceId: z.string().nullable(),
  address: z.string().nullable(),
  requestId: z.string().nullable(),
  /** Additional facts, such as the role before and after; never secrets. */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())])),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditPagerKey = z.object({ entryId: Id });

const endpoint = endpointsOf({ tag: 'audit', access: { level: 'admin', scope: 'any' } });

export const auditApi = {
  list: endpoint('GET', '/admin/audit', {
    summary: 'List the audit log, newest first',
    query: z.object({
      ...pagerQuery,
      count: count(50),
      action: AuditAction.optional(),
      actor: text({ max: 128 }).optional(),
      target: text({ max: 128 }).optional(),
      /** Inclusive start. */
      since: InstantInput.optional(),
      /** Exclusive end. */
      until: InstantInput.optional(),
    }),
    response: page(AuditEntry, AuditPagerKey),
  }),
};
