import type { MailStatus, MailSummary } from '#contract/mails.ts';
import { Language } from '#contract/site-config.ts';
import type { Db } from '../database/connect.ts';
import { UNSENT } from '../database/outbox.ts';
import type { MailRow, Transaction } from '../database/tables.ts';

const FINISHED = ['sent', 'kept', 'failed'];

export async function insertMail(db: Db, mail: MailRow): Promise<void> {
  await db.insertInto('mails').values(mail).execute();
}

export async function countUnsentMails(db: Db, max: number): Promise<number> {
  const unsent = db.selectFrom('mails').select('mailId').where('status', 'in', UNSENT).limit(max);
  const { count } = await db
    .selectFrom(unsent.as('unsent'))
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export interface MailQueue {
  readonly waiting: number;
  readonly failed: number;
  readonly oldestAt: string | null;
}

export async function findMailQueue(db: Db, max: number): Promise<MailQueue> {
  const some = (statuses: readonly string[]) =>
    db.selectFrom('mails').select(['mailId', 'createdAt']).where('status', 'in', statuses).limit(max);
  return db
    .selectNoFrom((eb) => [
      eb
        .selectFrom(some(UNSENT).as('unsent'))
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('waiting'),
      eb
        .selectFrom(some(['failed']).as('failed'))
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('failed'),
      eb
        .selectFrom(some(UNSENT).as('unsent'))
        .select(({ fn }) => fn.min('createdAt').as('at'))
        .as('oldestAt'),
    ])
    .executeTakeFirstOrThrow()
    .then(({ waiting, failed, oldestAt }) => ({ waiting: Number(waiting), failed: Number(failed), oldestAt }));
}

export type DueMail = Pick<MailRow, 'mailId' | 'status' | 'attempts' | 'dueAt'>;

export async function listDueMails(db: Db, now: string, max: number): Promise<DueMail[]> {
  return db
    .selectFrom('mails')
    .select(['mailId', 'status', 'attempts', 'dueAt'])
    .where('status', 'in', UNSENT)
    .where('dueAt', '<=', now)
    .orderBy('dueAt')
    .orderBy('mailId')
    .limit(max)
    .execute();
}

export async function makeMailDue(db: Db, mailId: string, now: string): Promise<void> {
  await db
    .updateTable('mails')
    .set({ status: 'waiting', dueAt: now, sentAt: null })
    .where('mailId', '=', mailId)
    .where('status', 'in', ['waiting', 'kept', 'failed'])
    .where('content', 'is not', null)
    .execute();
}

export interface StoredMail {
  readonly summary: MailSummary;
  readonly content: string | null;
}

export async function findMail(db: Db, mailId: string): Promise<StoredMail | undefined> {
  const row = await db.selectFrom('mails').selectAll().where('mailId', '=', mailId).executeTakeFirst();
  return row && { summary: toSummary(row), content: row.content };
}

export interface MailListQuery {
  readonly status: MailStatus | undefined;
  readonly before: string | undefined;
  readonly limit: number;
}

export async function listMails(db: Db, { status, before, limit }: MailListQuery): Promise<MailSummary[]> {
  let query = db.selectFrom('mails').selectAll().orderBy('mailId', 'desc').limit(limit);
  if (before !== undefined) query = query.where('mailId', '<', before);
  if (status !== undefined) query = query.where('status', 'in', status === 'waiting' ? UNSENT : [status]);
  return (await query.execute()).map(toSummary);
}

export async function listSealedContents(
  trx: Transaction,
  { after, limit }: { after: string; limit: number },
): Promise<{ mailId: string; content: string }[]> {
  return trx
    .selectFrom('mails')
    .select(['mailId', 'content'])
    .where('mailId', '>', after)
    .where('content', 'is not', null)
    .orderBy('mailId')
    .limit(limit)
    .$narrowType<{ content: string }>()
    .execute();
}

export async function updateMailContent(trx: Transaction, mailId: string, content: string | null): Promise<void> {
  await trx.updateTable('mails').set({ content }).where('mailId', '=', mailId).execute();
}

export async function deleteFinishedMails(db: Db, before: string): Promise<void> {
  await db.deleteFrom('mails').where('status', 'in', FINISHED).where('createdAt', '<', before).execute();
}

export async function clearOutboxContents(db: Db, newest: number): Promise<void> {
  const last = await db
    .selectFrom('mails')
    .select('mailId')
    .where('status', '=', 'kept')
    .orderBy('mailId', 'desc')
    .offset(newest)
    .limit(1)
    .executeTakeFirst();
  if (!last) return;
  await db
    .updateTable('mails')
    .set({ content: null })
    .where('status', '=', 'kept')
    .where('mailId', '<=', last.mailId)
    .where('content', 'is not', null)
    .execute();
}

function toSummary(row: MailRow): MailSummary {
  const { mailId, recipient, subject, language, status, attempts, dueAt, lastError, createdAt, sentAt } = row;
  return {
    mailId,
    recipient,
    subject,
    language: Language.parse(language),
    status: (status === 'sending' ? 'waiting' : status) as MailStatus,
    attempts,
    dueAt: FINISHED.includes(status) ? null : dueAt,
    lastError,
    createdAt,
    sentAt,
  };
}
