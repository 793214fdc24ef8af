import type { Transaction } from 'kysely';
import type { Db } from '../../database/connect.ts';
import type { FileUploadRow } from '../../database/media-tables.ts';
import type { Tables } from '../../database/tables.ts';

/** Whose work an upload is at the moment, and until when without a sign of life. */
export interface Claim {
  readonly uploadId: string;
  readonly claim: string;
}

/** Where an upload stands among those that expire one after another. */
type Expiring = Pick<FileUploadRow, 'expiresAt' | 'uploadId'>;

interface Claiming extends Claim {
  readonly now: string;
  readonly until: string;
}

export async function insertUpload(trx: Transaction<Tables>, row: FileUploadRow): Promise<void> {
  await trx.insertInto('fileUploads').values(row).execute();
}

/** Whether so many uploads of a service are in somebody's hands, or may yet begin: all of them, or those of one user. */
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

/** How many uploads are on their way or looked at, no further than `max`. */
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

/** What is on its way for a file, what was announced first first. */
export async function listUploadsOf(
  db: Db,
  { serviceId, fileId }: { readonly serviceId: string; readonly fileId: string },
): Promise<FileUploadRow[]> {
  return db
    .selectFrom('fileUploads')
    .selectAll()
    .where('fileId', '=', fileId)
    .where('serviceId', '=', serviceId)
    .orderBy('uploadId')
    .limit(100)
    .execute();
}

/** Takes an upload that may still begin, of which there is one taker at a time. */
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
 * Takes an upload to look at what has come of it, or to go on with what a process that died had taken. Nobody takes one
 * while another of the same file is looked at. `placing` stays that: the look was taken.
 */
export async function claimForChecking(
  trx: Transaction<Tables>,
  { uploadId, fileId, from, claim, now, until }: Claiming & { fileId: string; from: 'waiting' | 'received' },
): Promise<FileUploadRow | undefined> {
  // On PostgreSQL whoever wants another upload of the file waits here.
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

/** Changes what is known of an upload, if it is still that claim's; else somebody else has it by now. */
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

/** Answers whether it was there and that claim's. */
export async function deleteClaimed(trx: Transaction<Tables>, { uploadId, claim }: Claim): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('fileUploads')
    .where('uploadId', '=', uploadId)
    .where('claim', '=', claim)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/**
 * Takes away what was announced for a file before an upload that has come to its place: whenever it comes, it comes too
 * late. Answers with what it was.
 */
export async function deleteEarlier(
  trx: Transaction<Tables>,
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

/** Takes away a file that has never been there and that nothing waits for. The file is held for that. */
export async function deleteNeverUploaded(trx: Transaction<Tables>, fileId: string): Promise<void> {
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

/** Uploads that may have arrived without a word, at a storage that takes them itself; the newest first. */
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

/** Uploads that have come and that nobody looks at. */
export async function listLeftBehind(
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

/** Uploads that came to nothing: too old to begin, and nobody's; those that expired first first. */
export async function listOver(
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

/** Takes one of those away, if nobody has taken it up since. */
export async function deleteOver(trx: Transaction<Tables>, { uploadId, claim }: FileUploadRow): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('fileUploads')
    .where('uploadId', '=', uploadId)
    .where('claim', claim === null ? 'is' : '=', claim)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/** Those of the uploads that are still known. */
export async function listKnownUploads(db: Db, uploadIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (uploadIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('fileUploads')
    .select('uploadId')
    .where('uploadId', 'in', [...uploadIds])
    .execute();
  return new Set(rows.map(({ uploadId }) => uploadId));
}
