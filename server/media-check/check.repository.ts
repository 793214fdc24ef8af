import type { Db } from '../database/connect.ts';
import type { FileRow } from '../database/media-tables.ts';
import { preventIndexUse } from '../database/queries.ts';

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
      // The bytes of removed files may already be deleted.
      .where((eb) => eb(preventIndexUse(eb.ref('status')), '!=', 'removed'))
      .orderBy('fileId')
      .limit(limit)
      .execute()
  );
}

export async function listFilesOfAny(db: Db, fileIds: readonly string[]): Promise<FileRow[]> {
  if (fileIds.length === 0) return [];
  return db
    .selectFrom('files')
    .selectAll()
    .where('fileId', 'in', [...fileIds])
    .execute();
}

export async function listAwaitedFiles(db: Db, fileIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (fileIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('fileUploads')
    .select('fileId')
    .where('fileId', 'in', [...fileIds])
    .execute();
  return new Set(rows.map(({ fileId }) => fileId));
}

export async function listWrittenStaticFiles(
  db: Db,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('staticFiles')
    .select('path')
    .where('path', '>', after)
    .where('writtenAt', 'is not', null)
    .where((eb) => eb(preventIndexUse(eb.fn.coalesce('dueAt', eb.val(''))), '=', ''))
    .orderBy('path')
    .limit(limit)
    .execute();
  return rows.map(({ path }) => path);
}

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

export async function listKnownStaticFiles(db: Db, paths: readonly string[]): Promise<ReadonlySet<string>> {
  if (paths.length === 0) return new Set();
  const rows = await db
    .selectFrom('staticFiles')
    .select('path')
    .where('path', 'in', [...paths])
    .execute();
  return new Set(rows.map(({ path }) => path));
}
