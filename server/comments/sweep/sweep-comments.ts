import { setImmediate } from 'node:timers/promises';
import { type Repeating, startRepeating } from '../../concurrency/start-repeating.ts';
import type { Database } from '../../database/connect.ts';
import type { Transaction } from '../../database/tables.ts';
import { writeTransaction } from '../../database/write-transaction.ts';
import { type Clock, DAY_MS, HOUR_MS, toInstant } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { deleteVotesOnComments } from '../votes/cast-vote.ts';
import { clearCommentAddresses, clearVoteAddresses, deleteExpiredComments } from './sweep.repository.ts';

interface SweepTools {
  readonly database: Database;
  readonly clock: Clock;
  readonly comments: { readonly addressDays: number; readonly binDays: number };
}

export interface Swept {
  readonly comments: number;
  readonly origins: number;
  readonly voters: number;
}

const BATCH = 200;

export async function sweepComments(tools: SweepTools, signal?: AbortSignal): Promise<Swept> {
  const { database, clock, comments } = tools;
  const ago = (days: number) => toInstant(new Date(clock.now().getTime() - days * DAY_MS));
  const old = { before: ago(comments.addressDays), limit: BATCH };
  const deleted = { before: ago(comments.binDays), limit: BATCH };
  const run = (work: (trx: Transaction) => Promise<number>) =>
    inBatches(() => writeTransaction(database.writer, work), signal);
  return {
    origins: await run((trx) => clearCommentAddresses(trx, old)),
    voters: await run((trx) => clearVoteAddresses(trx, old)),
    comments: await run((trx) => emptyBin(trx, deleted, toInstant(clock.now()))),
  };
}

async function inBatches(work: () => Promise<number>, signal: AbortSignal | undefined): Promise<number> {
  let total = 0;
  let last = BATCH;
  while (last === BATCH && !signal?.aborted) {
    last = await work();
    total += last;
    // Yields to other requests, because SQLite blocks the event loop.
    await setImmediate();
  }
  return total;
}

async function emptyBin(
  trx: Transaction,
  batch: { readonly before: string; readonly limit: number },
  now: string,
): Promise<number> {
  const comments = await deleteExpiredComments(trx, batch);
  const byService = Map.groupBy(comments, ({ serviceId }) => serviceId);
  for (const [serviceId, ofService] of byService) {
    await deleteVotesOnComments(trx, { serviceId, commentIds: ofService.map(({ commentId }) => commentId), now });
  }
  return comments.length;
}

export function startCommentSweep({ log, ...tools }: SweepTools & { readonly log: Log }): Repeating {
  const sweep = async (signal: AbortSignal) => {
    const swept = await sweepComments(tools, signal);
    if (Object.values(swept).some((count) => count > 0)) log.info({ swept }, 'old comment addresses deleted');
  };
  return startRepeating(sweep, { everyMs: HOUR_MS, log, failure: 'deleting old comment data failed' });
}
