import type { Insertable, Transaction } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { TransferError } from '../transfer-error.ts';

/**
 * Inserts rows without touching existing ones.
 * @throws {TransferError} when a row exists already
 */
export async function insertNew<Table extends keyof Tables>(
  trx: Transaction<Tables>,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> {
  if (rows.length === 0) return;
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto(table)
    .values(rows as Insertable<Tables[Table]>[])
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== BigInt(rows.length)) {
    throw new TransferError(
      `Some of its ${NAMES[table] ?? 'records'} are in this installation already, or in the export twice.`,
    );
  }
}

/** Rows per statement, within the parameter limits of both engines. */
const MAX_ROWS = 1000;

export async function noteFileUses(
  trx: Transaction<Tables>,
  uses: readonly (Omit<Insertable<Tables['fileUses']>, 'revision'> & { readonly revision: number })[],
): Promise<void> {
  const newest = new Map<string, (typeof uses)[number]>();
  for (const use of uses) {
    const key = `${use.postId} ${use.place} ${use.fileId}`;
    if (use.revision >= (newest.get(key)?.revision ?? 0)) newest.set(key, use);
  }
  const rows = [...newest.values()];
  for (let from = 0; from < rows.length; from += MAX_ROWS) {
    await trx
      .insertInto('fileUses')
      .values(rows.slice(from, from + MAX_ROWS))
      .onConflict((conflict) =>
        conflict
          .columns(['fileId', 'postId', 'place'])
          .doUpdateSet({ revision: (eb) => eb.ref('excluded.revision') })
          .whereRef('excluded.revision', '>', 'fileUses.revision'),
      )
      .execute();
  }
}

const NAMES: { readonly [Table in keyof Tables]?: string } = {
  categories: 'categories',
  tags: 'tags',
  files: 'files',
  posts: 'posts',
  postRevisions: 'saved versions of posts',
  postGroups: 'groups',
  deletedPosts: 'deleted posts',
  comments: 'comments',
  votes: 'votes',
};

export async function insertCategory(
  trx: Transaction<Tables>,
  category: Omit<Insertable<Tables['categories']>, 'id' | 'parentId' | 'parentPath'>,
): Promise<number> {
  const { id } = await trx
    .insertInto('categories')
    .values({ ...category, parentId: null, parentPath: '0' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function placeCategory(
  trx: Transaction<Tables>,
  { id, parentId, parentPath }: { readonly id: number; readonly parentId: number; readonly parentPath: string },
): Promise<void> {
  await trx.updateTable('categories').set({ parentId, parentPath }).where('id', '=', id).execute();
}
