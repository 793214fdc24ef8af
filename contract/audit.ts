import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { count, page, pagerQuery } from './paging.ts';
import { Instant, InstantInput, text } from './text.ts';

/** What the audit log tells of. */
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
  'posts-changed',
  'posts-changed-back',
]);
export type AuditAction = z.infer<typeof AuditAction>;

/** Who did it: an account, a program by its key, a guest, somebody at the machine itself, or nobody that is known. */
export const AuditActorKind = z.enum(['user', 'api-key', 'guest', 'system', 'nobody']);
export type AuditActorKind = z.infer<typeof AuditActorKind>;

export const AuditEntry = z.object({
  entryId: z.string(),
  at: Instant,
  /** One of `AuditAction`, or of a newer version's. */
  action: z.string(),
  actorKind: AuditActorKind,
  /** User name, or the id of an API key. */
  actor: z.string().nullable(),
  /** Whom or what it was done to: a user name, or the id of an API key or of a comment. */
  target: z.string().nullable(),
  serviceId: z.string().nullable(),
  address: z.string().nullable(),
  requestId: z.string().nullable(),
  /** What else there is to know, such as the role before and after; never a secret. */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())])),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** Where a page of the audit log ends. */
export const AuditPagerKey = z.object({ entryId: z.string().regex(/^[0-9a-z]{26}$/) });

export const auditApi = {
  list: endpoint({
    method: 'GET',
    path: '/admin/audit',
    summary: 'The audit log, newest first',
    tag: 'audit',
    access: { level: 'admin', scope: 'any' },
    query: z.object({
      ...pagerQuery,
      count: count(50),
      action: AuditAction.optional(),
      actor: text({ max: 128 }).optional(),
      target: text({ max: 128 }).optional(),
      /** From this instant on. */
      since: InstantInput.optional(),
      /** Until before this instant. */
      until: InstantInput.optional(),
    }),
    response: page(AuditEntry, AuditPagerKey),
  }),
};
