import { setImmediate } from 'node:timers/promises';
import { type Repeating, startRepeating } from '../concurrency/start-repeating.ts';
import type { Transaction } from '../database/tables.ts';
import { writeTransaction } from '../database/write-transaction.ts';
import { deleteHistoryUses, deleteUsesOfGonePosts } from '../media-uses/index.ts';
import { HOUR_MS } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { pruneBulkChanges } from '../post-editing/bulk/apply-bulk-change.ts';
import type { WriteTools } from '../post-editing/write-post.ts';
import { inDays } from '../posts/content-bounds.ts';
import { forgetPosts } from '../translations/follow-post.ts';
import { takeOldBinnedPosts } from './bin/bin.repository.ts';
import {
  deleteOldestRevisions,
  deleteRevisionsOfGonePosts,
  type HistorySpan,
  listHistories,
  listOldRevisions,
  lockHistory,
  type OldRevision,
} from './revision.repository.ts';
import { deleteOldWorkingCopies } from './working-copies/change-working-copy.ts';

const BATCH = 200;
const WORKING_COPY_DAYS = 90;

export interface Pruned {
  readonly deletedPosts: number;
  readonly workingCopies: number;
  readonly revisions: number;
  readonly bulkChanges: number;
}

export async function prunePosts(tools: WriteTools, signal?: AbortSignal): Promise<Pruned> {
  const deletedPosts = await emptyBin(tools, signal);
  const workingCopies = await deleteExpiredWorkingCopies(tools, signal);
  const tooOld = await pruneByAge(tools, signal);
  const tooMany = await pruneByNumber(tools, signal);
  const bulkChanges = await repeatUntilEmpty(signal, () => pruneBulkChanges(tools, BATCH));
  return { deletedPosts, workingCopies, revisions: tooOld + tooMany, bulkChanges };
}

async function emptyBin({ database, clock, content }: WriteTools, signal?: AbortSignal): Promise<number> {
  const deletedBefore = inDays(clock.now(), -content.binDays);
  return repeatUntilEmpty(signal, () =>
    writeTransaction(database.writer, async (trx) => {
      const postIds = await takeOldBinnedPosts(trx, { deletedBefore, limit: BATCH });
      await deleteHistoryOfGonePosts(trx, postIds);
      await forgetPosts(trx, postIds);
      return postIds.length;
    }),
  );
}

async function deleteExpiredWorkingCopies({ database, clock }: WriteTools, signal?: AbortSignal): Promise<number> {
  const updatedBefore = inDays(clock.now(), -WORKING_COPY_DAYS);
  let deleted = 0;
  await repeatUntilEmpty(signal, async () => {
    const some = await deleteOldWorkingCopies(database, { updatedBefore, limit: BATCH });
    deleted += some.deleted;
    return some.found;
  });
  return deleted;
}

async function repeatUntilEmpty(signal: AbortSignal | undefined, prune: () => Promise<number>): Promise<number> {
  let pruned = 0;
  let last = BATCH;
  while (last === BATCH && !signal?.aborted) {
    last = await prune();
    pruned += last;
    // Yields to other requests, because SQLite blocks the event loop.
    await setImmediate();
  }
  return pruned;
}

async function pruneByAge({ database, clock, content }: WriteTools, signal?: AbortSignal): Promise<number> {
  const savedBefore = inDays(clock.now(), -content.history.maxDays);
  let pruned = 0;
  let after: OldRevision | undefined;
  while (!signal?.aborted) {
    const old = await listOldRevisions(database.reader, { savedBefore, after, limit: BATCH });
    const newestOld = new Map(old.map(({ postId, revision }) => [postId, revision]));
    for (const [postId, upTo] of newestOld) pruned += await pruneHistory(database, { postId, upTo });
    if (old.length < BATCH) break;
    after = old.at(-1);
    await setImmediate();
  }
  return pruned;
}

/** Saving enforces the maximum, too. Surplus revisions come from imports or from a formerly higher limit. */
async function pruneByNumber({ database, content }: WriteTools, signal?: AbortSignal): Promise<number> {
  let pruned = 0;
  let after = '';
  while (!signal?.aborted) {
    const histories = await listHistories(database.reader, { after, limit: BATCH });
    pruned += await pruneHistories({ database, content }, histories);
    const last = histories.at(-1);
    if (!last || histories.length < BATCH) break;
    after = last.postId;
    await setImmediate();
  }
  return pruned;
}

async function pruneHistories(
  { database: { writer }, content }: Pick<WriteTools, 'database' | 'content'>,
  histories: readonly HistorySpan[],
): Promise<number> {
  const deletedPostIds = histories.filter(({ isOfGonePost }) => isOfGonePost).map(({ postId }) => postId);
  let pruned =
    deletedPostIds.length > 0
      ? await writeTransaction(writer, (trx) => deleteHistoryOfGonePosts(trx, deletedPostIds))
      : 0;
  for (const { postId, oldest, newest } of histories) {
    const upTo = newest - content.history.maxRevisions;
    if (upTo >= oldest) pruned += await pruneHistory({ writer }, { postId, upTo });
  }
  return pruned;
}

async function deleteHistoryOfGonePosts(trx: Transaction, postIds: readonly string[]): Promise<number> {
  const revisions = await deleteRevisionsOfGonePosts(trx, postIds);
  await deleteUsesOfGonePosts(trx, postIds);
  return revisions;
}

async function pruneHistory(
  { writer }: Pick<WriteTools['database'], 'writer'>,
  { postId, upTo }: { readonly postId: string; readonly upTo: number },
): Promise<number> {
  return writeTransaction(writer, async (trx) => {
    await lockHistory(trx, postId);
    const pruned = await deleteOldestRevisions(trx, { postId, upTo });
    if (pruned > 0) await deleteHistoryUses(trx, { postId, upTo });
    return pruned;
  });
}

export function startPostPruning({ log, ...tools }: WriteTools & { readonly log: Log }): Repeating {
  const prune = async (signal: AbortSignal) => {
    const pruned = await prunePosts(tools, signal);
    const isAny = Object.values(pruned).some((count) => count > 0);
    if (isAny) log.info(pruned, 'old revisions and deleted posts purged');
  };
  const failure = 'deleting old revisions and deleted posts failed';
  return startRepeating(prune, { everyMs: HOUR_MS, log, failure });
}
