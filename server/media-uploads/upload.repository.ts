import type { Db } from '../database/connect.ts';
import type { FileUploadRow } from '../database/media-tables.ts';
import type { Transaction } from '../database/tables.ts';
import type { FileKey } from '../media/file.repository.ts';

export interface Claim {
  readonly uploadId: string;
  readonly claim: string;
}

type Expiring = Pick<FileUploadRow, 'expiresAt' | 'uploadId'>;

interface Claiming extends Claim {
  readonly now: string;
  readonly until: string;
}

export async function insertUpload(trx: Transaction, row: FileUploadRow): Promise<void> {
  await trx.insertInto('fileUploads').values(row).execute();
}

export async function hasUploads(
  db: Db,
  { serviceId, createdBy, now, count }: { serviceId: string; createdBy?: string; now: string; count: number },
): Promise<boolean> {
  let query = db
    .selectFrom('fileUploads')
    .select('uploadId')
    .where('serviceId', '=', serviceId)
    .where((eb) => eb.or([eb('expiresAt', '>=', now), eb('claimedUntil', '>=', now)]));
  if (createdBy !== undefined) query = query.where('createdBy', '=', createdBy);
  const last = await query
    .limit(1)
    .offset(count - 1)
    .executeTakeFirst();
  return last !== undefined;
}

export async function countUploads(db: Db, max: number): Promise<number> {
  const some = db.selectFrom('fileUploads').select('uploadId').limit(max);
  const { count } = await db
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function findUpload(db: Db, uploadId: string): Promise<FileUploadRow | undefined> {
  return db.selectFrom('fileUploads').selectAll().where('uploadId', '=', uploadId).executeTakeFirst();
}

export async function listUploadsOf(db: Db, { serviceId, fileId }: FileKey): Promise<FileUploadRow[]> {
  return db
    .selectFrom('fileUploads')
    .selectAll()
    .where('fileId', '=', fileId)
    .where('serviceId', '=', serviceId)
    .orderBy('uploadId')
    .limit(100)
    .execute();
}

export async function claimForReceiving(
  db: Db,
  { uploadId, claim, now, until }: Claiming,
): Promise<FileUploadRow | undefined> {
  return db
    .updateTable('fileUploads')
    .set({ state: 'receiving', claim, claimedUntil: until })
    .where('uploadId', '=', uploadId)
    .where('expiresAt', '>=', now)
    .where((eb) =>
      eb.or([eb('state', '=', 'waiting'), eb.and([eb('state', '=', 'receiving'), eb('claimedUntil', '<', now)])]),
    )
    .returningAll()
    .executeTakeFirst();
}

/**
 * Also takes over expired leases. One upload per file is checked at a time. The state `placing` is kept because the
 * check is already done.
 */
export async function claimForChecking(
  trx: Transaction,
  { uploadId, fileId, from, claim, now, until }: Claiming & { fileId: string; from: 'waiting' | 'received' },
): Promise<FileUploadRow | undefined> {
  // Makes claims of other uploads of the file wait on PostgreSQL.
  await trx
    .updateTable('files')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('fileId', '=', fileId)
    .execute();
  return trx
    .updateTable('fileUploads')
    .set((eb) => ({
      state: eb.case().when('state', '=', 'placing').then('placing').else('checking').end(),
      claim,
      claimedUntil: until,
    }))
    .where('uploadId', '=', uploadId)
    .where((eb) =>
      eb.or([
        eb('state', '=', from),
        eb('state', '=', 'received'),
        eb.and([
          eb('state', 'in', ['checking', 'placing']),
          eb.or([eb('claimedUntil', 'is', null), eb('claimedUntil', '<', now)]),
        ]),
      ]),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('fileUploads as others')
            .select('others.uploadId')
            .where('others.fileId', '=', fileId)
            .where('others.uploadId', '!=', uploadId)
            .where((other) =>
              other.or([
                other('others.state', '=', 'placing'),
                other.and([other('others.state', '=', 'checking'), other('others.claimedUntil', '>=', now)]),
              ]),
            ),
        ),
      ),
    )
    .returningAll()
    .executeTakeFirst();
}

export async function updateClaimed(
  db: Db,
  { uploadId, claim }: Claim,
  values: Partial<Pick<FileUploadRow, 'state' | 'claim' | 'claimedUntil' | 'digest' | 'attempts' | 'expiresAt'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('fileUploads')
    .set(values)
    .where('uploadId', '=', uploadId)
    .where('claim', '=', claim)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function deleteClaimed(trx: Transaction, { uploadId, claim }: Claim): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('fileUploads')
    .where('uploadId', '=', uploadId)
    .where('claim', '=', claim)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

export async function deleteEarlier(
  trx: Transaction,
  { fileId, uploadId }: Pick<FileUploadRow, 'fileId' | 'uploadId'>,
): Promise<string[]> {
  const earlier = await trx
    .deleteFrom('fileUploads')
    .where('fileId', '=', fileId)
    .where('uploadId', '<', uploadId)
    .returning('uploadId')
    .execute();
  return earlier.map((row) => row.uploadId);
}

export async function deleteNeverUploaded(trx: Transaction, fileId: string): Promise<void> {
  await trx
    .deleteFrom('files')
    .where('fileId', '=', fileId)
    .where('uploadedAt', 'is', null)
    .where((eb) => eb.not(eb.exists(eb.selectFrom('fileUses').select('postId').where('fileUses.fileId', '=', fileId))))
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('fileUploads').select('uploadId').where('fileUploads.fileId', '=', fileId))),
    )
    .execute();
}

export async function listWaiting(
  db: Db,
  { expiresAfter, before, limit }: { expiresAfter: string; before: Expiring | undefined; limit: number },
): Promise<FileUploadRow[]> {
  let query = db
    .selectFrom('fileUploads')
    .selectAll()
    .where('expiresAt', '>=', expiresAfter)
    .where('state', '=', 'waiting')
    .orderBy('expiresAt', 'desc')
    .orderBy('uploadId', 'desc')
    .limit(limit);
  if (before) {
    query = query.where((eb) =>
      eb(eb.refTuple('expiresAt', 'uploadId'), '<', eb.tuple(before.expiresAt, before.uploadId)),
    );
  }
  return query.execute();
}

export async function listInterrupted(
  db: Db,
  { now, after, limit }: { now: string; after: string; limit: number },
): Promise<FileUploadRow[]> {
  return db
    .selectFrom('fileUploads')
    .selectAll()
    .where('uploadId', '>', after)
    .where('state', 'in', ['received', 'checking', 'placing'])
    .where((eb) => eb.or([eb('claimedUntil', 'is', null), eb('claimedUntil', '<', now)]))
    .orderBy('uploadId')
    .limit(limit)
    .execute();
}

export async function listExpired(
  db: Db,
  {
    expiredBefore,
    now,
    after,
    limit,
  }: { expiredBefore: string; now: string; after: Expiring | undefined; limit: number },
): Promise<FileUploadRow[]> {
  let query = db
    .selectFrom('fileUploads')
    .selectAll()
    .where('expiresAt', '<', expiredBefore)
    .where((eb) => eb.or([eb('claimedUntil', 'is', null), eb('claimedUntil', '<', now)]))
    .orderBy('expiresAt')
    .orderBy('uploadId')
    .limit(limit);
  if (after) {
    query = query.where((eb) =>
      eb(eb.refTuple('expiresAt', 'uploadId'), '>', eb.tuple(after.expiresAt, after.uploadId)),
    );
  }
  return query.execute();
}

export async function deleteExpired(trx: Transaction, { uploadId, claim }: FileUploadRow): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('fileUploads')
    .where('uploadId', '=', uploadId)
    .where('claim', claim === null ? 'is' : '=', claim)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

export async function listKnownUploads(db: Db, uploadIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (uploadIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('fileUploads')
    .select('uploadId')
    .where('uploadId', 'in', [...uploadIds])
    .execute();
  return new Set(rows.map(({ uploadId }) => uploadId));
}
