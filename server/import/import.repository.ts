import type { Transaction } from 'kysely';
import type { Db } from '../database/connect.ts';
import type { PostImportRow, Tables } from '../database/tables.ts';

/** What the last import of a file made of it. */
export async function findImport(db: Db, serviceId: string, sourcePath: string): Promise<PostImportRow | undefined> {
  return db
    .selectFrom('postImports')
    .selectAll()
    .where('serviceId', '=', serviceId)
    .where('sourcePath', '=', sourcePath)
    .executeTakeFirst();
}

/** Which file a post came from, if it came from one. */
export async function findSourcePath(db: Db, serviceId: string, postId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('postImports')
    .select('sourcePath')
    .where('serviceId', '=', serviceId)
    .where('postId', '=', postId)
    .executeTakeFirst();
  return row?.sourcePath;
}

export async function saveImport(trx: Transaction<Tables>, row: PostImportRow): Promise<void> {
  const { serviceId: _service, sourcePath: _path, ...result } = row;
  await trx
    .insertInto('postImports')
    .values(row)
    .onConflict((conflict) => conflict.columns(['serviceId', 'sourcePath']).doUpdateSet(result))
    .execute();
}
