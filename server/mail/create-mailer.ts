import type { Database } from '../database/connect.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import { newId } from '../platform/ids.ts';
import type { Vault } from '../platform/vault.ts';
import { countUnsentMails, insertMail } from './mail.repository.ts';
import type { Mailer } from './mail.ts';
import type { MailSite } from './mail-site.ts';
import { renderMail } from './render-mail.ts';
import { sealContent } from './sealed-content.ts';

export interface MailerOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly site: MailSite;
  /** Called when there is something to deliver, or will be as soon as the transaction is committed. */
  readonly onQueued?: () => void;
  /** Called when a mail is thrown away since too many wait. */
  readonly onFull?: () => void;
}

/** Mails that may wait at once; a mail server that is down for long must not fill the database. */
const MAX_UNSENT = 10_000;

/** Writes mails and puts them into the queue that `startMailDelivery` empties. */
export function createMailer({ database, clock, vault, site, onQueued, onFull }: MailerOptions): Mailer {
  return {
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
