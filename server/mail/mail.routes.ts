import { messages } from '#contract/errors.ts';
import { MailPagerKey, mailApi } from '#contract/mails.ts';
import type { Database } from '../database/connect.ts';
import { badRequest, notFound } from '../http/errors.ts';
import type { Api } from '../http/implement.ts';
import { readPager, toPage } from '../http/pager.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import type { Vault } from '../platform/vault.ts';
import { findMail, listMails, makeMailDue, type StoredMail } from './mail.repository.ts';
import type { MailDelivery } from './mail-delivery.ts';
import { openContent } from './sealed-content.ts';

export interface MailRouteTools {
  readonly database: Database;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly config: { readonly mail: { readonly smtpUrl: string | undefined } };
  readonly mailDelivery?: MailDelivery | undefined;
}

export function mailRoutes(api: Api, { database, clock, vault, config, mailDelivery }: MailRouteTools): void {
  const isSending = config.mail.smtpUrl !== undefined;
  const getMail = async (mailId: string): Promise<StoredMail> => {
    const mail = await findMail(database.writer, mailId);
    if (!mail) throw notFound();
    return mail;
  };
  api.implement(mailApi.list, async ({ query }) => {
    const { count, status } = query;
    const before = readPager(MailPagerKey, query)?.mailId;
    const found = await listMails(database.reader, { status, before, limit: count + 1 });
    return { ...toPage(found, count, ({ mailId }) => ({ mailId })), isSending };
  });
  api.implement(mailApi.read, async ({ params }) => {
    const { summary, content } = await getMail(params.mailId);
    const text = summary.status === 'kept' ? (openContent(vault, content)?.text ?? null) : null;
    return { ...summary, text };
  });
  api.implement(mailApi.retry, async ({ params }) => {
    const { content } = await getMail(params.mailId);
    if (content === null) throw badRequest(messages.statusInvalid);
    await makeMailDue(database.writer, params.mailId, toInstant(clock.now()));
    mailDelivery?.wake();
    return (await getMail(params.mailId)).summary;
  });
}
