import { type Expression, type SqlBool, sql } from 'kysely';
import type { FilePlace } from '#contract/admin-files.ts';
import type { Db } from '../../database/connect.ts';
import type { StaticFileRow } from '../../database/post-tables.ts';
import { compiledQuery, preventIndexUse } from '../../database/queries.ts';
import type { Transaction } from '../../database/tables.ts';
import { hasRowLocks } from '../../database/write-transaction.ts';
import { toInstant } from '../../platform/clock.ts';

const SHOWN_PLACES: readonly FilePlace[] = ['thumbnail', 'images', 'files', 'body'];
const MAX_FILES_AT_ONCE = 500;

export function staticPathOf(serviceId: string, slug: string): string {
  return `posts/${serviceId}/${slug}.json`;
}

export function slugOfStaticPath(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1, -'.json'.length);
}

interface OfService {
  readonly serviceId: string;
  readonly now: string;
}

interface OfPost extends OfService {
  readonly postId: string;
}

const insertMark = compiledQuery((db, { path, serviceId, postId, now }: OfPost & { readonly path: string }) =>
  insertMarks(db, now).values({
    path,
    serviceId,
    postId,
    generation: 1,
    writtenAt: null,
    dueAt: now,
    leasedUntil: null,
    attempts: 0,
    lastError: null,
  }),
);

/** The writer later decides whether to write or delete the files. */
export async function markStaticFiles(
  trx: Transaction,
  { serviceId, postId, now }: OfPost,
  slugs: readonly string[],
): Promise<void> {
  // Sorted, so that concurrent transactions lock the rows in the same order.
  for (const slug of [...new Set(slugs)].toSorted()) {
    await insertMark(trx, { path: staticPathOf(serviceId, slug), serviceId, postId, now });
  }
}

export async function markStaticFilesOfCategories(
  trx: Transaction,
  { serviceId, categoryIds, now }: OfService & { readonly categoryIds: readonly number[] },
): Promise<void> {
  if (categoryIds.length > 0)
    await markVisiblePosts(trx, { serviceId, now }, sql`category_id in (${sql.join([...categoryIds])})`);
}

export async function markStaticFileOfPost(trx: Transaction, { serviceId, postId, now }: OfPost): Promise<void> {
  await markVisiblePosts(trx, { serviceId, now }, sql`post_id = ${postId}`);
}

export async function markStaticFilesOfFiles(
  trx: Transaction,
  { serviceId, fileIds, now }: OfService & { readonly fileIds: readonly string[] },
): Promise<void> {
  for (let at = 0; at < fileIds.length; at += MAX_FILES_AT_ONCE) {
    const some = fileIds.slice(at, at + MAX_FILES_AT_ONCE);
    const showing = trx
      .selectFrom('fileUses')
      .select('postId')
      .where('fileId', 'in', some)
      .where('place', 'in', SHOWN_PLACES)
      .distinct();
    await markVisiblePosts(trx, { serviceId, now }, sql`post_id in ${showing}`, { isByPost: true });
  }
}

/** Static files contain the image sizes of the service. */
export async function markStaticFilesWithPictures(trx: Transaction, { serviceId, now }: OfService): Promise<void> {
  const isShowing = sql<SqlBool>`exists (
    select 1 from file_uses where file_uses.post_id = posts.post_id and place in (${sql.join([...SHOWN_PLACES])})
  )`;
  await markVisiblePosts(trx, { serviceId, now }, isShowing);
}

export async function markStaticFilesOfService(trx: Transaction, { serviceId, now }: OfService): Promise<void> {
  await markVisiblePosts(trx, { serviceId, now }, sql`true`);
}

async function markVisiblePosts(
  trx: Transaction,
  { serviceId, now }: OfService,
  which: Expression<SqlBool>,
  { isByPost = false } = {},
): Promise<void> {
  // Batches get an earlier due time, so that single changes are written first.
  const dueAt = toInstant(new Date(Date.parse(now) - 1000));
  await insertMarks(trx, dueAt)
    .columns(['path', 'serviceId', 'postId', 'generation', 'dueAt', 'attempts'])
    .expression((eb) =>
      eb
        .selectFrom('posts')
        .select([
          sql<string>`'posts/' || service_id || '/' || slug || '.json'`.as('path'),
          'serviceId',
          'postId',
          sql<number>`1`.as('generation'),
          sql<string>`${dueAt}`.as('dueAt'),
          sql<number>`0`.as('attempts'),
        ])
        // Keeps the engine from using the index on service, because the post ids are more selective.
        .where((where) => where(isByPost ? preventIndexUse(where.ref('serviceId')) : 'serviceId', '=', serviceId))
        .where('status', 'in', ['published', 'reserved'])
        .where('effectiveAt', '<=', now)
        .where(which)
        .orderBy('slug'),
    )
    .execute();
}

function insertMarks(db: Db, now: string) {
  return db.insertInto('staticFiles').onConflict((conflict) =>
    conflict.column('path').doUpdateSet((eb) => ({
      postId: eb.ref('excluded.postId'),
      generation: eb('staticFiles.generation', '+', 1),
      // A current lease holder sees the new generation and releases the file; nobody else claims it until the lease
      // ends.
      dueAt: eb.fn.coalesce('staticFiles.leasedUntil', eb.val(now)),
      attempts: 0,
    })),
  );
}

export async function remarkStaticFile(
  db: Db,
  { path, now }: { readonly path: string; readonly now: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('staticFiles')
    .set((eb) => ({
      generation: eb('generation', '+', 1),
      dueAt: eb.fn.coalesce('leasedUntil', eb.val(now)),
      attempts: 0,
    }))
    .where('path', '=', path)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function findStaticFile(db: Db, path: string): Promise<StaticFileRow | undefined> {
  return db.selectFrom('staticFiles').selectAll().where('path', '=', path).executeTakeFirst();
}

export async function isAnyStaticFileDue(db: Db, now: string): Promise<boolean> {
  return (await dueFile(db, { now })).length > 0;
}

const dueFile = compiledQuery((db, { now }: { now: string }) =>
  db.selectFrom('staticFiles').select('path').where('dueAt', '<=', now).limit(1),
);

export type DueStaticFile = Pick<
  StaticFileRow,
  'path' | 'serviceId' | 'postId' | 'generation' | 'attempts' | 'lastError' | 'writtenAt'
>;

/**
 * Leases due files that no other process holds. Half of them are the latest due, so that an unpublished post does not
 * wait behind thousands of older marks; the other half are the earliest due.
 */
export async function claimStaticFiles(
  trx: Transaction,
  { now, leasedUntil, limit }: { readonly now: string; readonly leasedUntil: string; readonly limit: number },
): Promise<DueStaticFile[]> {
  return claimDueFiles(trx, { now, leasedUntil, half: Math.ceil(limit / 2) });
}

const claimDueFiles = compiledQuery(
  (db, { now, leasedUntil, half }: { now: string; leasedUntil: string; half: number }) => {
    const dueFiles = (cte: Pick<Db, 'selectFrom'>, order: 'asc' | 'desc') =>
      cte
        .selectFrom('staticFiles')
        .select('path')
        .where('dueAt', '<=', now)
        .orderBy('dueAt', order)
        .limit(half)
        // Skips locked rows: a process that holds many locks must not wait for another one.
        .$if(hasRowLocks(db), (query) => query.forUpdate().skipLocked());
    return db
      .with('newest', (cte) => dueFiles(cte, 'desc'))
      .with('oldest', (cte) => dueFiles(cte, 'asc'))
      .updateTable('staticFiles')
      .set({ leasedUntil, dueAt: leasedUntil })
      .where((eb) =>
        eb('path', 'in', eb.selectFrom('newest').select('path')).or(
          'path',
          'in',
          eb.selectFrom('oldest').select('path'),
        ),
      )
      .returning(['path', 'serviceId', 'postId', 'generation', 'attempts', 'lastError', 'writtenAt']);
  },
);

export type ClaimedStaticFile = DueStaticFile & { readonly leasedUntil: string };

/** @returns false when the lease was lost, or the file of this `generation` was marked again */
export async function releaseStaticFile(
  trx: Transaction,
  { path, leasedUntil, generation }: Pick<ClaimedStaticFile, 'path' | 'leasedUntil'> & { readonly generation?: number },
  outcome: Partial<Pick<StaticFileRow, 'dueAt' | 'attempts' | 'lastError' | 'writtenAt'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('staticFiles')
    .set({ ...outcome, leasedUntil: null })
    .where((eb) => eb.and({ path, leasedUntil, ...(generation !== undefined && { generation }) }))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** @returns false when the file was marked again or the lease was lost */
export async function deleteStaticFile(
  trx: Transaction,
  { path, generation, leasedUntil }: ClaimedStaticFile,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('staticFiles')
    .where((eb) => eb.and({ path, generation, leasedUntil }))
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function remarkAllStaticFiles(db: Db, now: string): Promise<void> {
  await db
    .updateTable('staticFiles')
    .set((eb) => ({ generation: eb('generation', '+', 1), dueAt: now, leasedUntil: null, attempts: 0 }))
    .execute();
}
