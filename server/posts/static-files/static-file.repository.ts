import { type Expression, type SqlBool, sql, type Transaction } from 'kysely';
import type { FilePlace } from '#contract/admin-files.ts';
import type { Db } from '../../database/connect.ts';
import { notByIndex } from '../../database/not-by-index.ts';
import type { StaticFileRow } from '../../database/post-tables.ts';
import type { Tables } from '../../database/tables.ts';
import { hasRowLocks } from '../../database/write-transaction.ts';
import { toInstant } from '../../platform/clock.ts';

/** Where readers see a file of a post. */
const SHOWN_PLACES: readonly FilePlace[] = ['thumbnail', 'images', 'files', 'body'];
/** A statement names no more files than these. */
const MAX_FILES_AT_ONCE = 500;

/** Where the static file of a post stands in the media storage. */
export function staticPathOf(serviceId: string, slug: string): string {
  return `posts/${serviceId}/${slug}.json`;
}

/** The slug of the post whose static file this is. */
export function slugOfStaticPath(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1, -'.json'.length);
}

/**
 * Notes that the static files of a post have to be brought up to date, in the transaction of whatever changed it: what
 * is to be done there is decided when it is done.
 */
export async function markStaticFiles(
  trx: Transaction<Tables>,
  { serviceId, postId, now }: { readonly serviceId: string; readonly postId: string; readonly now: string },
  slugs: readonly string[],
): Promise<void> {
  // Always in the same order, so that nobody who marks waits for somebody who waits for the marks.
  const rows = [...new Set(slugs)].toSorted().map((slug) => ({
    ...{ path: staticPathOf(serviceId, slug), serviceId, postId },
    ...{ generation: 1, writtenAt: null, dueAt: now, leasedUntil: null, attempts: 0, lastError: null },
  }));
  await insertMarks(trx, now).values(rows).execute();
}

/** The same for all posts of some categories that readers can open, since their static files name the category. */
export async function markStaticFilesOfCategories(
  trx: Transaction<Tables>,
  {
    serviceId,
    categoryIds,
    now,
  }: { readonly serviceId: string; readonly categoryIds: readonly number[]; readonly now: string },
): Promise<void> {
  if (categoryIds.length > 0)
    await markVisiblePosts(trx, { serviceId, now }, sql`category_id in (${sql.join([...categoryIds])})`);
}

/** The same for one post, if readers can open it, whatever its slug is. */
export async function markStaticFileOfPost(
  trx: Transaction<Tables>,
  { serviceId, postId, now }: { readonly serviceId: string; readonly postId: string; readonly now: string },
): Promise<void> {
  await markVisiblePosts(trx, { serviceId, now }, sql`post_id = ${postId}`);
}

/** The same for all posts that show some files and that readers can open, since their static files describe the files. */
export async function markStaticFilesOfFiles(
  trx: Transaction<Tables>,
  {
    serviceId,
    fileIds,
    now,
  }: { readonly serviceId: string; readonly fileIds: readonly string[]; readonly now: string },
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

/** The same for all posts that show any file, since their static files name the sizes of the service. */
export async function markStaticFilesWithPictures(
  trx: Transaction<Tables>,
  { serviceId, now }: { readonly serviceId: string; readonly now: string },
): Promise<void> {
  const isShowing = sql<SqlBool>`exists (
    select 1 from file_uses where file_uses.post_id = posts.post_id and place in (${sql.join([...SHOWN_PLACES])})
  )`;
  await markVisiblePosts(trx, { serviceId, now }, isShowing);
}

/** The same for all posts of a service that readers can open. */
export async function markStaticFilesOfService(
  trx: Transaction<Tables>,
  { serviceId, now }: { readonly serviceId: string; readonly now: string },
): Promise<void> {
  await markVisiblePosts(trx, { serviceId, now }, sql`true`);
}

/** What is marked together counts as marked a second before what is marked by itself. */
function aSecondBefore(now: string): string {
  return toInstant(new Date(Date.parse(now) - 1000));
}

async function markVisiblePosts(
  trx: Transaction<Tables>,
  { serviceId, now }: { readonly serviceId: string; readonly now: string },
  which: Expression<SqlBool>,
  { isByPost = false } = {},
): Promise<void> {
  const dueAt = aSecondBefore(now);
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
        // Posts that are named are found by their names, not among all that the service has.
        .where((where) => where(isByPost ? notByIndex(where.ref('serviceId')) : 'serviceId', '=', serviceId))
        .where('status', 'in', ['published', 'reserved'])
        .where('effectiveAt', '<=', now)
        .where(which)
        .orderBy('slug'),
    )
    .execute();
}

function insertMarks(trx: Transaction<Tables>, now: string) {
  return trx.insertInto('staticFiles').onConflict((conflict) =>
    conflict.column('path').doUpdateSet((eb) => ({
      postId: eb.ref('excluded.postId'),
      generation: eb('staticFiles.generation', '+', 1),
      // Whoever is at it will see that it has changed and begin again; until then nobody else begins.
      dueAt: eb.fn.coalesce('staticFiles.leasedUntil', eb.val(now)),
      attempts: 0,
    })),
  );
}

/** Has a static file brought up to date that may not be what it is said to be. Answers whether anything is known of it. */
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

/** Whether any static file has to be brought up to date by now. */
export async function isAnyStaticFileDue(db: Db, now: string): Promise<boolean> {
  const row = await db.selectFrom('staticFiles').select('path').where('dueAt', '<=', now).limit(1).executeTakeFirst();
  return row !== undefined;
}

export type DueStaticFile = Pick<
  StaticFileRow,
  'path' | 'serviceId' | 'postId' | 'generation' | 'attempts' | 'lastError' | 'writtenAt'
>;

/**
 * Takes what is due and nobody else is at, so that no other process does until the lease ends: one half what was marked
 * last, so that a post that is taken back does not wait behind thousands that were marked together, the other half what
 * has waited for longest.
 */
export async function claimStaticFiles(
  trx: Transaction<Tables>,
  { now, leasedUntil, limit }: { readonly now: string; readonly leasedUntil: string; readonly limit: number },
): Promise<DueStaticFile[]> {
  return trx
    .with('newest', (cte) => dueFiles(cte, 'desc'))
    .with('oldest', (cte) => dueFiles(cte, 'asc'))
    .updateTable('staticFiles')
    .set({ leasedUntil, dueAt: leasedUntil })
    .where((eb) =>
      eb('path', 'in', eb.selectFrom('newest').select('path')).or('path', 'in', eb.selectFrom('oldest').select('path')),
    )
    .returning(['path', 'serviceId', 'postId', 'generation', 'attempts', 'lastError', 'writtenAt'])
    .execute();

  function dueFiles(cte: Pick<Db, 'selectFrom'>, order: 'asc' | 'desc') {
    return (
      cte
        .selectFrom('staticFiles')
        .select('path')
        .where('dueAt', '<=', now)
        .orderBy('dueAt', order)
        .limit(Math.ceil(limit / 2))
        // What others are claiming or marking is left to them: who holds many rows must not wait for one more.
        .$if(hasRowLocks(trx), (query) => query.forUpdate().skipLocked())
    );
  }
}

/** What is held of a file: as it was when it was claimed, and until when. */
export type ClaimedStaticFile = DueStaticFile & { readonly leasedUntil: string };

/** Notes what became of a file, and gives it back. Answers whether nothing has happened to it in the meantime. */
export async function settleStaticFile(
  trx: Transaction<Tables>,
  { path, generation, leasedUntil }: ClaimedStaticFile,
  outcome: Pick<StaticFileRow, 'dueAt' | 'attempts' | 'lastError'> & Partial<Pick<StaticFileRow, 'writtenAt'>>,
): Promise<boolean> {
  return giveBack(trx, { path, generation, leasedUntil }, outcome);
}

/** Gives a file back that is to be looked at again at once. Answers whether it was still held. */
export async function releaseStaticFile(
  trx: Transaction<Tables>,
  { path, leasedUntil }: ClaimedStaticFile,
  now: string,
): Promise<boolean> {
  return giveBack(trx, { path, leasedUntil }, { dueAt: now });
}

async function giveBack(
  trx: Transaction<Tables>,
  held: Pick<ClaimedStaticFile, 'path' | 'leasedUntil'> & Partial<Pick<ClaimedStaticFile, 'generation'>>,
  outcome: Partial<StaticFileRow>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('staticFiles')
    .set({ ...outcome, leasedUntil: null })
    .where((eb) => eb.and(held))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** The same as settling, for a file that is gone and need not be. */
export async function forgetStaticFile(
  trx: Transaction<Tables>,
  { path, generation, leasedUntil }: ClaimedStaticFile,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('staticFiles')
    .where((eb) => eb.and({ path, generation, leasedUntil }))
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Has all static files written again, where none of those may be there that are said to be. */
export async function remarkAllStaticFiles(db: Db, now: string): Promise<void> {
  await db
    .updateTable('staticFiles')
    .set((eb) => ({ generation: eb('generation', '+', 1), dueAt: now, leasedUntil: null, attempts: 0 }))
    .execute();
}
