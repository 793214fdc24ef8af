import type { Db } from '../database/connect.ts';
import type { FileRow } from '../database/media-tables.ts';
import { pagesByKey } from '../database/queries.ts';

const BATCH = 200;

export async function* uploadedFiles(db: Db): AsyncGenerator<FileRow> {
  const read = (after = '') =>
    db
      .selectFrom('files')
      .selectAll()
      .where('fileId', '>', after)
      .where('uploadedAt', 'is not', null)
      .orderBy('fileId')
      .limit(BATCH)
      .execute();
  for await (const files of pagesByKey(read, ({ fileId }) => fileId)) yield* files;
}

export async function listUploadedFiles(db: Db, serviceId: string) {
  return db
    .selectFrom('files')
    .select(['serviceId', 'fileId', 'fileType', 'mimeType', 'version', 'size'])
    .where('serviceId', '=', serviceId)
    .where('uploadedAt', 'is not', null)
    .orderBy('fileId')
    .execute();
}
