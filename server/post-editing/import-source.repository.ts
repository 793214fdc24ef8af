import type { Db } from '../database/connect.ts';
import type { PostImportRow, Transaction } from '../database/tables.ts';

export type PostSource = Omit<PostImportRow, 'serviceId' | 'postId'>;

export async function findSource(db: Db, serviceId: string, sourcePath: string): Promise<PostImportRow | undefined> {
  return db
    .selectFrom('postImports')
    .selectAll()
    .where('serviceId', '=', serviceId)
    .where('sourcePath', '=', sourcePath)
    .executeTakeFirst();
}

export async function listSourcesOfService(
  db: Db,
  serviceId: string,
): Promise<(Pick<PostImportRow, 'sourcePath' | 'postId' | 'postRevision'> & { slug: string; revision: number })[]> {
  return db
    .selectFrom('postImports as source')
    .innerJoin('posts as post', (join) =>
      join.onRef('post.serviceId', '=', 'source.serviceId').onRef('post.postId', '=', 'source.postId'),
    )
    .select(['source.sourcePath', 'source.postId', 'source.postRevision', 'post.slug', 'post.revision'])
    .where('source.serviceId', '=', serviceId)
    .execute();
}

export async function findSourcePath(db: Db, serviceId: string, postId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('postImports')
    .select('sourcePath')
    .where('serviceId', '=', serviceId)
    .where('postId', '=', postId)
    .executeTakeFirst();
  return row?.sourcePath;
}

export async function listSourcesOfPost(db: Db, serviceId: string, postId: string): Promise<PostSource[]> {
  return db
    .selectFrom('postImports')
    .select(['sourcePath', 'contentHash', 'postRevision', 'importedAt'])
    .where('serviceId', '=', serviceId)
    .where('postId', '=', postId)
    .execute();
}

export async function saveSource(trx: Transaction, row: PostImportRow): Promise<void> {
  const { serviceId: _service, sourcePath: _path, ...result } = row;
  await trx
    .insertInto('postImports')
    .values(row)
    .onConflict((conflict) => conflict.columns(['serviceId', 'sourcePath']).doUpdateSet(result))
    .execute();
}

/** Links the post to its files again, unless a later import has created other posts from them. */
export async function restoreSources(
  trx: Transaction,
  { serviceId, postId }: Pick<PostImportRow, 'serviceId' | 'postId'>,
  sources: readonly PostSource[],
): Promise<void> {
  if (sources.length === 0) return;
  await trx
    .insertInto('postImports')
    .values(sources.map((source) => ({ ...source, serviceId, postId })))
    .onConflict((conflict) => conflict.columns(['serviceId', 'sourcePath']).doNothing())
    .execute();
}
