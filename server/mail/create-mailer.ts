import type { Database } from '../database/connect.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import { newId } from '../platform/ids.ts';
import type { Vault } from '../platform/vault.ts';
import { countUnsentMails, insertMail } from './mail.repository.ts';
import type { Mailer, MailSite } from './mail.ts';
import { renderMail } from './render-mail.ts';
import { sealContent } from './sealed-content.ts';

export interface MailerOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly site: MailSite;
  readonly isOutboxOnly?: boolean;
  /** May be called before the transaction of the mail is committed. */
  readonly onQueued?: () => void;
  readonly onFull?: () => void;
}

/** Keeps an outage of the mail server from filling the database. */
const MAX_UNSENT = 10_000;

export function createMailer({
  database,
  clock,
  vault,
  site,
  isOutboxOnly = false,
  onQueued,
  onFull,
}: MailerOptions): Mailer {
  return {
    isOutboxOnly,
    send: async (mail, trx) => {
      const db = trx ?? database.writer;
      if ((await countUnsentMails(db, MAX_UNSENT)) >= MAX_UNSENT) return onFull?.();
      const now = clock.now();
      const rendered = renderMail(mail, site);
      await insertMail(db, {
        mailId: newId(now),
        recipient: mail.to,
        kind: mail.kind,
        language: mail.language,
        subject: rendered.subject,
        content: sealContent(vault, rendered),
        status: 'waiting',
        attempts: 0,
        dueAt: toInstant(now),
        lastError: null,
        createdAt: toInstant(now),
        sentAt: null,
      });
      onQueued?.();
    },
  };
}
