import type { Db } from '../../database/connect.ts';
import type { FileRow } from '../../database/media-tables.ts';

export async function listStoredFiles(
  db: Db,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<FileRow[]> {
  return db
    .selectFrom('files')
    .selectAll()
    .where('fileId', '>', after)
    .where('uploadedAt', 'is not', null)
    .orderBy('fileId')
    .limit(limit)
    .execute();
}
