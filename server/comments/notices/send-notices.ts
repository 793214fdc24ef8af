import { type Repeating, startRepeating } from '../../concurrency/start-repeating.ts';
import type { Database } from '../../database/connect.ts';
import { writeTransaction } from '../../database/write-transaction.ts';
import type { Mailer, MailValues } from '../../mail/index.ts';
import { type Clock, HOUR_MS, toInstant } from '../../platform/clock.ts';
import { firstIdAt } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import { listPostsOfContents } from '../../posts/index.ts';
import { findServiceDetail } from '../../services/index.ts';
import { type AccountDirectory, findActor } from '../../users/index.ts';
import type { Comment } from '../comment.repository.ts';
import { findCommentTotals } from '../thread.repository.ts';
import {
  claimNotice,
  countNewComments,
  findNewestComment,
  listDueNotices,
  listNewComments,
  type NewCommentRange,
  type Notice,
} from './notice.repository.ts';

interface NoticeTools {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly mailer: Mailer;
  readonly accounts: Pick<AccountDirectory, 'find'>;
}

const EVERY_MS = 60_000;
/** Ids are created before their comments are committed, so an older comment may still appear within this time. */
const COMMIT_MS = 60_000;
const MAX_PER_RUN = 100;
const MAX_QUOTED = 3;
const MAX_COUNTED = 1000;

export function startCommentNotices(tools: NoticeTools): Repeating {
  const { log } = tools;
  return startRepeating(
    async (signal) => {
      const mailed = await sendNotices(tools, signal);
      if (mailed > 0) log.info({ mailed }, 'comment notifications queued');
    },
    { everyMs: EVERY_MS, log, failure: 'queueing comment notifications failed' },
  );
}

export async function sendNotices(tools: NoticeTools, signal?: AbortSignal): Promise<number> {
  const { database, clock } = tools;
  const now = clock.now();
  const before = firstIdAt(new Date(now.getTime() - COMMIT_MS));
  const mailedUntil = toInstant(new Date(now.getTime() - HOUR_MS));
  let mailed = 0;
  for (const notice of await listDueNotices(database.reader, { mailedUntil, before, limit: MAX_PER_RUN })) {
    if (signal?.aborted) break;
    if (await trySendNotice(tools, notice, before)) mailed += 1;
  }
  return mailed;
}

/** Logs errors, so that one subscription does not block the others; it is retried in the next run. */
async function trySendNotice(tools: NoticeTools, notice: Notice, before: string): Promise<boolean> {
  try {
    return await sendNotice(tools, notice, before);
  } catch (error) {
    const { username, serviceId } = notice;
    tools.log.error({ err: error, username, serviceId }, 'queueing comment notification failed');
    return false;
  }
}

/**
 * Claims and queues the mail in one transaction, so that only one process sends it and an unavailable mail server only
 * delays it.
 */
async function sendNotice(tools: NoticeTools, notice: Notice, before: string): Promise<boolean> {
  const { database, clock, mailer } = tools;
  const { serviceId, language } = notice;
  const range = { serviceId, after: notice.lastCommentId, before };
  const to = await findAddress(tools, notice);
  const newest = await findNewestComment(database.reader, range);
  if (newest === undefined) return false;
  const values = to === undefined ? undefined : await digestOf(tools, range);
  return writeTransaction(database.writer, async (trx) => {
    const claim = { lastCommentId: newest, mailedAt: toInstant(clock.now()) };
    if (!(await claimNotice(trx, notice, claim)) || to === undefined || !values) return false;
    await mailer.send({ to, language, kind: 'new-comments', values }, trx);
    return true;
  });
}

async function findAddress(
  { database, accounts }: NoticeTools,
  { username, serviceId }: Notice,
): Promise<string | undefined> {
  const actor = await findActor(database.reader, username);
  const mayModerate = actor && ['editor', 'admin'].includes(actor.role) && actor.serviceIds.includes(serviceId);
  if (!mayModerate) return undefined;
  const account = await accounts.find(username);
  return account?.isEnabled && account.isEmailVerified ? account.email : undefined;
}

async function digestOf({ database, clock }: NoticeTools, range: NewCommentRange): Promise<MailValues['new-comments']> {
  const { reader } = database;
  const { serviceId } = range;
  const { publish = 0, unpublish = 0, unconfirm = 0 } = await countNewComments(reader, range, MAX_COUNTED);
  const total = publish + unpublish + unconfirm;
  const first = await listNewComments(reader, range, MAX_QUOTED);
  const contentIds = [...new Set(first.map(({ contentId }) => contentId))];
  const posts = await listPostsOfContents(reader, { serviceId, contentIds, now: toInstant(clock.now()) });
  const titles = new Map(posts.map(({ contentId, title }) => [contentId, title]));
  return {
    serviceId,
    serviceLabel: (await findServiceDetail(reader, serviceId))?.label ?? serviceId,
    total: total < MAX_COUNTED ? String(total) : `${total}+`,
    publish,
    unpublish,
    unconfirm,
    waiting: (await findCommentTotals(reader, serviceId)).unconfirm,
    comments: first.map(({ nickname, contentId, body }: Comment) => ({
      nickname,
      about: titles.get(contentId) ?? contentId,
      body,
    })),
  };
}
