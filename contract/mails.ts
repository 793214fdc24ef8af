import { z } from 'zod';
import { endpointsOf } from './endpoint.ts';
import { count, page, pagerQuery } from './paging.ts';
import { Language } from './site-config.ts';
import { Id, Instant } from './text.ts';

/**
 * `waiting`: queued or being sent; `kept`: written to the outbox because no mail server is configured; `failed`: given
 * up.
 */
export const MailStatus = z.enum(['waiting', 'sent', 'kept', 'failed']);
export type MailStatus = z.infer<typeof MailStatus>;

export const MailSummary = z.object({
  mailId: z.string(),
  recipient: z.string(),
  subject: z.string(),
  language: Language,
  status: MailStatus,
  attempts: z.int(),
  /** Time of the next attempt; `null` when none is planned. */
  dueAt: Instant.nullable(),
  lastError: z.string().nullable(),
  createdAt: Instant,
  /** Time when the mail server or the outbox accepted the mail. */
  sentAt: Instant.nullable(),
});
export type MailSummary = z.infer<typeof MailSummary>;

export const MailPagerKey = z.object({ mailId: Id });

const params = z.object({ mailId: Id });

const endpoint = endpointsOf({ tag: 'mails', access: { level: 'admin', scope: 'any' }, params });

export const mailApi = {
  list: endpoint('GET', '/admin/mails', {
    summary: 'List queued and recent email, newest first',
    query: z.object({ ...pagerQuery, count: count(50), status: MailStatus.optional() }),
    response: page(MailSummary, MailPagerKey).extend({
      /** False when no mail server is configured: mails then stay in the outbox. */
      isSending: z.boolean(),
    }),
  }),
  read: endpoint('GET', '/admin/mails/:mailId', {
    summary: 'Get an email; includes its text only while it is in the outbox',
    response: MailSummary.extend({
      /**
       * `null` once a mail is sent, and for mails that wait for the mail server: their codes are for the recipients
       * only.
       */
      text: z.string().nullable(),
    }),
  }),
  retry: endpoint('POST', '/admin/mails/:mailId/retry', {
    summary: 'Retry an email now; 400 if it was sent or its text is gone',
    response: MailSummary,
  }),
};
