import type { Transaction } from 'kysely';
import type { Db } from '../database/connect.ts';
import { notByIndex } from '../database/not-by-index.ts';
import type { FileRow } from '../database/post-tables.ts';
import type { Tables } from '../database/tables.ts';

/** Those of the files that are the service's own and still there. */
export async function listFilesById(db: Db, serviceId: string, fileIds: readonly string[]): Promise<FileRow[]> {
  if (fileIds.length === 0) return [];
  return db
    .selectFrom('files')
    .selectAll()
    .where((eb) => eb(notByIndex(eb.ref('serviceId')), '=', serviceId))
    .where('fileId', 'in', [...fileIds])
    .where('status', '!=', 'removed')
    .execute();
}

/** Notes which files a post holds; what was only reserved is published by that. */
export async function replaceFilesOfPost(
  trx: Transaction<Tables>,
  { serviceId, postId }: { readonly serviceId: string; readonly postId: string },
  fileIds: readonly string[],
): Promise<void> {
  await trx.deleteFrom('postFiles').where('serviceId', '=', serviceId).where('postId', '=', postId).execute();
  const distinct = [...new Set(fileIds)];
  if (distinct.length === 0) return;
  await trx
    .insertInto('postFiles')
    .values(distinct.map((fileId) => ({ serviceId, postId, fileId })))
    .execute();
  await trx
    .updateTable('files')
    .set({ status: 'published' })
    .where('serviceId', '=', serviceId)
    .where('fileId', 'in', distinct)
    .where('status', '=', 'reserved')
    .execute();
}
