import type { Db } from '../database/connect.ts';
import type { FileRow } from '../database/media-tables.ts';
import { compiledQuery, preventIndexUse } from '../database/queries.ts';
import { holdService } from '../database/service-revision.ts';
import type { Transaction } from '../database/tables.ts';
import { hasRowLocks } from '../database/write-transaction.ts';

export interface FileKey {
  readonly serviceId: string;
  readonly fileId: string;
}

export async function listFilesById(db: Db, serviceId: string, fileIds: readonly string[]): Promise<FileRow[]> {
  const files = await listFilesEverById(db, serviceId, fileIds);
  return files.filter(({ status }) => status !== 'removed');
}

export async function listFilesEverById(db: Db, serviceId: string, fileIds: readonly string[]): Promise<FileRow[]> {
  if (fileIds.length === 0) return [];
  return filesOfIds(db, { serviceId, fileIds });
}

const filesOfIds = compiledQuery((db, { serviceId, fileIds }: { serviceId: string; fileIds: readonly string[] }) =>
  db
    .selectFrom('files')
    .selectAll()
    .where((eb) => eb(preventIndexUse(eb.ref('serviceId')), '=', serviceId))
    .where('fileId', 'in', [...fileIds]),
);

export async function findFile(db: Db, serviceId: string, fileId: string): Promise<FileRow | undefined> {
  const [file] = await listFilesEverById(db, serviceId, [fileId]);
  return file;
}

export async function findFileByDigest(
  db: Db,
  { serviceId, digest, mimeType }: { readonly serviceId: string; readonly digest: string; readonly mimeType: string },
): Promise<FileRow | undefined> {
  return db
    .selectFrom('files')
    .selectAll()
    .where('serviceId', '=', serviceId)
    .where('digest', '=', digest)
    .where('mimeType', '=', mimeType)
    .where('uploadedAt', 'is not', null)
    .where('status', '!=', 'removed')
    .where('isWithdrawn', '=', 0)
    .orderBy('fileId')
    .executeTakeFirst();
}

/** Locks the service and the file until the transaction ends. Returns removed files, too. */
export async function lockFile(trx: Transaction, { serviceId, fileId }: FileKey): Promise<FileRow | undefined> {
  await holdService(trx, serviceId);
  return trx
    .selectFrom('files')
    .selectAll()
    .where('fileId', '=', fileId)
    .where((eb) => eb(preventIndexUse(eb.ref('serviceId')), '=', serviceId))
    .$if(hasRowLocks(trx), (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
}

export async function insertFile(trx: Transaction, row: FileRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('files')
    .values(row)
    .onConflict((conflict) => conflict.column('fileId').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function updateFile(
  trx: Transaction,
  { serviceId, fileId }: FileKey,
  values: Partial<Omit<FileRow, 'fileId' | 'serviceId'>>,
): Promise<void> {
  await trx.updateTable('files').set(values).where('serviceId', '=', serviceId).where('fileId', '=', fileId).execute();
}

/** Keeps index entries within their limit: NFKC can expand one Arabic ligature to 18 letters. */
const MAX_NAME_KEY = 600;

export function toNameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().slice(0, MAX_NAME_KEY).toWellFormed();
}

type Announced = Pick<
  FileRow,
  'fileId' | 'serviceId' | 'fileType' | 'mimeType' | 'name' | 'size' | 'createdAt' | 'createdBy'
>;

export function toNewFile(announced: Announced): FileRow {
  return {
    ...announced,
    nameKey: toNameKey(announced.name),
    status: 'reserved',
    updatedAt: null,
    uploadedAt: null,
    removedAt: null,
    digest: null,
    charset: null,
    placeholder: null,
    width: null,
    height: null,
    isAnimated: 0,
    version: 1,
    isKept: 0,
    isWithdrawn: 0,
    altEn: '',
    altJa: '',
    captionEn: '',
    captionJa: '',
    revision: 1,
  };
}
