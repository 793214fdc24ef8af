import type { Transaction } from 'kysely';
import type { Db } from '../../database/connect.ts';
import type { PostImportRow, Tables } from '../../database/tables.ts';

/** A Markdown file that a post came from, and what its last import made of it. */
export type PostSource = Omit<PostImportRow, 'serviceId' | 'postId'>;

/** What the last import of a file made of it. */
export async function findSource(db: Db, serviceId: string, sourcePath: string): Promise<PostImportRow | undefined> {
  return db
    .selectFrom('postImports')
    .selectAll()
    .where('serviceId', '=', serviceId)
    .where('sourcePath', '=', sourcePath)
    .executeTakeFirst();
}

/** The posts that came from files of a service, each as its file's last import and as it is now. */
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

export async function listSourcesOfPost(db: Db, serviceId: string, postId: string): Promise<PostSource[]> {
  return db
    .selectFrom('postImports')
    .select(['sourcePath', 'contentHash', 'postRevision', 'importedAt'])
    .where('serviceId', '=', serviceId)
    .where('postId', '=', postId)
    .execute();
}

export async function saveSource(trx: Transaction<Tables>, row: PostImportRow): Promise<void> {
  const { serviceId: _service, sourcePath: _path, ...result } = row;
  await trx
    .insertInto('postImports')
    .values(row)
    .onConflict((conflict) => conflict.columns(['serviceId', 'sourcePath']).doUpdateSet(result))
    .execute();
}

/** The next import of these files finds the post again, unless an import in between has made another of them. */
export async function restoreSources(
  trx: Transaction<Tables>,
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
