import type { Transaction } from 'kysely';
import type { BulkChange } from '#contract/bulk-posts.ts';
import type { Database } from '../../database/connect.ts';
import type { Tables } from '../../database/tables.ts';
import { writeTransaction } from '../../database/write-transaction.ts';
import { type Clock, toInstant } from '../../platform/clock.ts';
import { nextId } from '../../platform/ids.ts';
import { deleteOldBulkChanges, type FormerPost, saveBulkChange } from './bulk-change.repository.ts';

const HOUR_MS = 60 * 60 * 1000;
/** Per account and service. */
const KEPT_CHANGES = 10;

export function undoableSince(clock: Clock): string {
  return toInstant(new Date(clock.now().getTime() - HOUR_MS));
}

/** @returns the undo id; null when no post changed */
export async function storeChange(
  trx: Transaction<Tables>,
  clock: Clock,
  {
    posts,
    ...change
  }: {
    readonly serviceId: string;
    readonly username: string;
    readonly action: BulkChange['action'];
    readonly posts: readonly FormerPost[];
  },
): Promise<string | null> {
  if (posts.length === 0) return null;
  const now = clock.now();
  const changeId = nextId(clock, now);
  await saveBulkChange(trx, { ...change, posts, changeId, madeAt: toInstant(now) }, { keep: KEPT_CHANGES });
  return changeId;
}

export async function forgetOldBulkChanges(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  limit: number,
): Promise<number> {
  const madeBefore = undoableSince(clock);
  return writeTransaction(database.writer, (trx) => deleteOldBulkChanges(trx, { madeBefore, limit }));
}
