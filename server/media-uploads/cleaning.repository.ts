import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import type { Db } from '../database/connect.ts';
import type { FileRow } from '../database/media-tables.ts';
import { holdService } from '../database/service-revision.ts';
import type { Tables, Transaction } from '../database/tables.ts';
import { hasRowLocks } from '../database/write-transaction.ts';
import type { FileKey } from '../media/file.repository.ts';

export interface CleaningBounds {
  readonly now: string;
  readonly reservedBefore: string;
  readonly removedBefore: string;
}

/** `removedAt` of files being deleted; always older than any retention period. */
const LONG_AGO = '1970-01-01T00:00:00Z';

export type OutdatedStatus = 'reserved' | 'removed';

export async function listOutdated(
  db: Db,
  {
    status,
    bounds,
    after,
    limit,
  }: {
    readonly status: OutdatedStatus;
    readonly bounds: CleaningBounds;
    readonly after: Pick<FileRow, 'createdAt' | 'fileId'> | undefined;
    readonly limit: number;
  },
): Promise<FileRow[]> {
  let query = db
    .selectFrom('files')
    .selectAll()
    .where('status', '=', status)
    .where((eb) => isOutdated(eb, status, bounds))
    .orderBy('createdAt')
    .orderBy('fileId')
    .limit(limit);
  if (after) {
    query = query.where((eb) => eb(eb.refTuple('createdAt', 'fileId'), '>', eb.tuple(after.createdAt, after.fileId)));
  }
  return query.execute();
}

/** Keeps the uses of the file from changing: recording a use takes a shared lock on the same row. */
export async function lockForRemoval(trx: Transaction, { serviceId, fileId }: FileKey): Promise<void> {
  await holdService(trx, serviceId);
  if (hasRowLocks(trx))
    await trx.selectFrom('files').select('fileId').where('fileId', '=', fileId).forUpdate().execute();
}

/** Afterwards no post can use the file, so that its bytes can be deleted. Returns false if it is used. */
export async function markForRemoval(
  trx: Transaction,
  { serviceId, fileId, status }: FileKey & { readonly status: OutdatedStatus },
  bounds: CleaningBounds,
): Promise<boolean> {
  await lockForRemoval(trx, { serviceId, fileId });
  const { numUpdatedRows } = await trx
    .updateTable('files')
    .set({ status: 'removed', isWithdrawn: 1, uploadedAt: null, removedAt: LONG_AGO })
    .where('fileId', '=', fileId)
    .where('status', '=', status)
    .where((eb) => isOutdated(eb, status, bounds))
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function deleteMarked(trx: Transaction, { serviceId, fileId }: FileKey): Promise<boolean> {
  await lockForRemoval(trx, { serviceId, fileId });
  const { numDeletedRows } = await trx
    .deleteFrom('files')
    .where('fileId', '=', fileId)
    .where('status', '=', 'removed')
    .where('removedAt', '=', LONG_AGO)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

type OfFiles = ExpressionBuilder<Tables, 'files'>;

function isOutdated(
  eb: OfFiles,
  status: OutdatedStatus,
  { now, reservedBefore, removedBefore }: CleaningBounds,
): ExpressionWrapper<Tables, 'files', SqlBool> {
  const isUnused = eb.not(
    eb.exists(eb.selectFrom('fileUses').select('fileUses.postId').whereRef('fileUses.fileId', '=', 'files.fileId')),
  );
  if (status === 'removed') {
    return eb.and([eb('files.removedAt', '<', removedBefore), eb.or([eb('files.isWithdrawn', '=', 1), isUnused])]);
  }
  const hasPendingUpload = eb.exists(
    eb
      .selectFrom('fileUploads')
      .select('fileUploads.uploadId')
      .whereRef('fileUploads.fileId', '=', 'files.fileId')
      .where((upload) =>
        upload.or([upload('fileUploads.state', '!=', 'waiting'), upload('fileUploads.expiresAt', '>=', now)]),
      ),
  );
  return eb.and([eb('files.createdAt', '<', reservedBefore), isUnused, eb.not(hasPendingUpload)]);
}
