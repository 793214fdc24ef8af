import type { Transaction } from 'kysely';
import type { PostRevisionRow } from '../../database/post-tables.ts';
import type { Tables } from '../../database/tables.ts';

export async function insertRevision(trx: Transaction<Tables>, row: PostRevisionRow): Promise<void> {
  await trx.insertInto('postRevisions').values(row).execute();
}

export async function deleteRevisionsUpTo(
  trx: Transaction<Tables>,
  { serviceId, postId, revision }: Pick<PostRevisionRow, 'serviceId' | 'postId' | 'revision'>,
): Promise<void> {
  if (revision < 1) return;
  await trx
    .deleteFrom('postRevisions')
    .where('serviceId', '=', serviceId)
    .where('postId', '=', postId)
    .where('revision', '<=', revision)
    .execute();
}
