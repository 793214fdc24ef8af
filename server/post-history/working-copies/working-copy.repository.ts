import type { Selectable } from 'kysely';
import type { Db } from '../../database/connect.ts';
import type { PostWorkingCopyRow } from '../../database/post-tables.ts';
import type { Transaction } from '../../database/tables.ts';

type WorkingCopyKey = Pick<PostWorkingCopyRow, 'serviceId' | 'postId' | 'username'>;

export type StoredCopy = Selectable<PostWorkingCopyRow>;

export async function saveWorkingCopy(trx: Transaction, row: StoredCopy): Promise<void> {
  await trx
    .insertInto('postWorkingCopies')
    .values(row)
    .onConflict((conflict) => conflict.columns(['postId', 'username']).doUpdateSet(row))
    .execute();
}

export async function listWorkingCopyContents(
  db: Db,
  { serviceId, postId }: Pick<WorkingCopyKey, 'serviceId' | 'postId'>,
): Promise<string[]> {
  const copies = await db
    .selectFrom('postWorkingCopies')
    .select('content')
    .where('serviceId', '=', serviceId)
    .where('postId', '=', postId)
    .execute();
  return copies.map(({ content }) => content);
}

export async function findWorkingCopy(
  db: Db,
  { serviceId, postId, username }: WorkingCopyKey,
): Promise<StoredCopy | undefined> {
  return db
    .selectFrom('postWorkingCopies')
    .selectAll()
    .where('serviceId', '=', serviceId)
    .where('postId', '=', postId)
    .where('username', '=', username)
    .executeTakeFirst();
}

/** Limits a deletion to a copy that still has this content, or that was stored before this instant. */
export interface WorkingCopyLimits {
  readonly content?: string;
  readonly updatedBefore?: string;
}

export async function deleteWorkingCopy(
  trx: Transaction,
  { serviceId, postId, username, content, updatedBefore }: WorkingCopyKey & WorkingCopyLimits,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('postWorkingCopies')
    .where('serviceId', '=', serviceId)
    .where('postId', '=', postId)
    .where('username', '=', username)
    .$if(content !== undefined, (query) => query.where('content', '=', content ?? ''))
    .$if(updatedBefore !== undefined, (query) => query.where('updatedAt', '<', updatedBefore ?? ''))
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function listOldWorkingCopies(
  db: Db,
  { updatedBefore, limit }: { updatedBefore: string; limit: number },
): Promise<WorkingCopyKey[]> {
  return db
    .selectFrom('postWorkingCopies')
    .select(['serviceId', 'postId', 'username'])
    .where('updatedAt', '<', updatedBefore)
    .orderBy('updatedAt')
    .limit(limit)
    .execute();
}
