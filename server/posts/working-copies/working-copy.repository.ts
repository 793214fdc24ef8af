import type { Db } from '../../database/connect.ts';
import type { PostWorkingCopyRow } from '../../database/post-tables.ts';
import { hasRowLocks } from '../../database/write-transaction.ts';

type WorkingCopyKey = Pick<PostWorkingCopyRow, 'serviceId' | 'postId' | 'username'>;

/** In place of the copy that the user had; false if the post is gone. */
export async function saveWorkingCopy(db: Db, row: PostWorkingCopyRow): Promise<boolean> {
  const { serviceId, postId, ...rest } = row;
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('postWorkingCopies')
    .columns(['postId', 'serviceId', 'username', 'baseRevision', 'updatedAt', 'content'])
    .expression((eb) =>
      eb
        .selectFrom('posts')
        .select(({ val }) => [
          'posts.postId',
          'posts.serviceId',
          val(rest.username).as('username'),
          val(rest.baseRevision).as('baseRevision'),
          val(rest.updatedAt).as('updatedAt'),
          val(rest.content).as('content'),
        ])
        .where('posts.serviceId', '=', serviceId)
        .where('posts.postId', '=', postId)
        // A post that is deleted in the same moment has no copies.
        .$if(hasRowLocks(db), (query) => query.forKeyShare()),
    )
    .onConflict((conflict) => conflict.columns(['postId', 'username']).doUpdateSet(rest))
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

export async function findWorkingCopy(
  db: Db,
  { serviceId, postId, username }: WorkingCopyKey,
): Promise<PostWorkingCopyRow | undefined> {
  return db
    .selectFrom('postWorkingCopies')
    .selectAll()
    .where('serviceId', '=', serviceId)
    .where('postId', '=', postId)
    .where('username', '=', username)
    .executeTakeFirst();
}

/** Answers whether there was one. With a content, a copy that says something else by now stays. */
export async function deleteWorkingCopy(
  db: Db,
  { serviceId, postId, username, content }: WorkingCopyKey & { readonly content?: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('postWorkingCopies')
    .where('serviceId', '=', serviceId)
    .where('postId', '=', postId)
    .where('username', '=', username)
    .$if(content !== undefined, (query) => query.where('content', '=', content ?? ''))
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Takes away copies that nobody has typed on since an instant, and answers how many they were. */
export async function deleteOldWorkingCopies(
  db: Db,
  { updatedBefore, limit }: { updatedBefore: string; limit: number },
): Promise<number> {
  const oldest = db
    .selectFrom('postWorkingCopies')
    .select(['postId', 'username'])
    .where('updatedAt', '<', updatedBefore)
    .orderBy('updatedAt')
    .limit(limit)
    // One that somebody types on or deletes is left to them.
    .$if(hasRowLocks(db), (query) => query.forUpdate().skipLocked());
  const { numDeletedRows } = await db
    .deleteFrom('postWorkingCopies')
    .where(({ eb, refTuple }) => eb(refTuple('postId', 'username'), 'in', oldest.$asTuple('postId', 'username')))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
