import type { Db } from '../../database/connect.ts';
import type { FileRow } from '../../database/media-tables.ts';
import { notByIndex } from '../../database/not-by-index.ts';

/** Files whose bytes should be there, whatever their service. */
export async function listUploadedFiles(
  db: Db,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<FileRow[]> {
  return (
    db
      .selectFrom('files')
      .selectAll()
      .where('fileId', '>', after)
      .where('uploadedAt', 'is not', null)
      // What is removed is on its way out.
      .where((eb) => eb(notByIndex(eb.ref('status')), '!=', 'removed'))
      .orderBy('fileId')
      .limit(limit)
      .execute()
  );
}

/** Files of any service. */
export async function listFilesOfAny(db: Db, fileIds: readonly string[]): Promise<FileRow[]> {
  if (fileIds.length === 0) return [];
  return db
    .selectFrom('files')
    .selectAll()
    .where('fileId', 'in', [...fileIds])
    .execute();
}

/** Those of the files for which bytes are on their way. */
export async function listAwaitedFiles(db: Db, fileIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (fileIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('fileUploads')
    .select('fileId')
    .where('fileId', 'in', [...fileIds])
    .execute();
  return new Set(rows.map(({ fileId }) => fileId));
}

/** Static files that are said to be there as they should be. */
export async function listWrittenStaticFiles(
  db: Db,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('staticFiles')
    .select('path')
    .where('path', '>', after)
    .where('writtenAt', 'is not', null)
    .where((eb) => eb(notByIndex(eb.fn.coalesce('dueAt', eb.val(''))), '=', ''))
    .orderBy('path')
    .limit(limit)
    .execute();
  return rows.map(({ path }) => path);
}

/** Whether a static file is still said to be there as it should be. */
export async function isStaticFileWritten(db: Db, path: string): Promise<boolean> {
  const row = await db
    .selectFrom('staticFiles')
    .select('path')
    .where('path', '=', path)
    .where('writtenAt', 'is not', null)
    .where('dueAt', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Those of the static files that anything is known of. */
export async function listKnownStaticFiles(db: Db, paths: readonly string[]): Promise<ReadonlySet<string>> {
  if (paths.length === 0) return new Set();
  const rows = await db
    .selectFrom('staticFiles')
    .select('path')
    .where('path', 'in', [...paths])
    .execute();
  return new Set(rows.map(({ path }) => path));
}
