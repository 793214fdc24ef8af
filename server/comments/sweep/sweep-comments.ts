import { setImmediate } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { type Repeating, startRepeating } from '../../concurrency/start-repeating.ts';
import type { Database } from '../../database/connect.ts';
import type { Tables } from '../../database/tables.ts';
import { writeTransaction } from '../../database/write-transaction.ts';
import { type Clock, toInstant } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { deleteVotesAbout } from '../votes/delete-votes-about.ts';
import { forgetVoters } from '../votes/forget-voters.repository.ts';
import { emptyBin, forgetOrigins } from './sweep.repository.ts';

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

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const BATCH = 200;

/**
 * Deletes comments that exceeded their time in the bin, and removes addresses and user agents of old comments and
 * votes, in small batches.
 */
export async function sweepComments(tools: SweepTools, signal?: AbortSignal): Promise<Swept> {
  const { database, clock, comments } = tools;
  const ago = (days: number) => toInstant(new Date(clock.now().getTime() - days * DAY_MS));
  const old = { before: ago(comments.addressDays), limit: BATCH };
  const dead = { before: ago(comments.binDays), limit: BATCH };
  const write = (work: (trx: Transaction<Tables>) => Promise<number>) => writeTransaction(database.writer, work);
  return {
    origins: await inBatches(() => write((trx) => forgetOrigins(trx, old)), signal),
    voters: await inBatches(() => write((trx) => forgetVoters(trx, old)), signal),
    comments: await inBatches(() => write((trx) => deleteOverdue(trx, dead, toInstant(clock.now()))), signal),
  };
}

async function inBatches(work: () => Promise<number>, signal: AbortSignal | undefined): Promise<number> {
  let all = 0;
  let last = BATCH;
  while (last === BATCH && !signal?.aborted) {
    last = await work();
    all += last;
    // Yields to other requests, because SQLite blocks the event loop.
    await setImmediate();
  }
  return all;
}

async function deleteOverdue(
  trx: Transaction<Tables>,
  batch: { readonly before: string; readonly limit: number },
  now: string,
): Promise<number> {
  const gone = await emptyBin(trx, batch);
  const byService = Map.groupBy(gone, ({ serviceId }) => serviceId);
  for (const [serviceId, comments] of byService) {
    await deleteVotesAbout(trx, { serviceId, contentIds: comments.map(({ commentId }) => commentId), now });
  }
  return gone.length;
}

export function startCommentSweep({ log, ...tools }: SweepTools & { readonly log: Log }): Repeating {
  const sweep = async (signal: AbortSignal) => {
    const swept = await sweepComments(tools, signal);
    if (Object.values(swept).some((count) => count > 0)) log.info({ swept }, 'old comment addresses deleted');
  };
  return startRepeating(sweep, { everyMs: HOUR_MS, log, failure: 'old traces of comments could not be taken away' });
}
