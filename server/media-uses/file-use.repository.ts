import { PostgresAdapter, sql } from 'kysely';
import type { FilePlace } from '#contract/admin-files.ts';
import type { Db } from '../database/connect.ts';
import { compiledQuery, preventIndexUse } from '../database/queries.ts';
import type { Transaction } from '../database/tables.ts';

type PresentPlace = Exclude<FilePlace, 'history' | 'bin'>;

export type FileUses = Partial<Record<PresentPlace, readonly string[]>>;

/** Stands for a category where the table has the id of a post, in the same form. */
export function keyOfCategoryUse(id: number): string {
  return `category${String(id).padStart(18, '0')}`;
}

/** Id of the category, or undefined for the id of a post. */
export function categoryOfUse(key: string): number | undefined {
  return key.startsWith('category') ? Number(key.slice('category'.length)) : undefined;
}

interface PostKey {
  readonly serviceId: string;
  readonly postId: string;
}

/**
 * Other places and unknown files stay unchanged. Publishes reserved files, and removed ones that the saved post uses
 * unless they are withdrawn.
 */
export async function replaceFileUses(trx: Transaction, { serviceId, postId }: PostKey, uses: FileUses): Promise<void> {
  const places = Object.keys(uses) as PresentPlace[];
  if (places.length === 0) return;
  const noted = await notedUses(trx, { serviceId, postId }, places.join(' '));
  const known = await knownAmong(trx, serviceId, Object.values(uses).flat());
  const requested = new Map<string, { fileId: string; postId: string; place: PresentPlace; serviceId: string }>(
    places.flatMap((place) =>
      (uses[place] ?? [])
        .filter((fileId) => known.has(fileId))
        .map((fileId) => [`${place} ${fileId}`, { fileId, postId, place, serviceId }] as const),
    ),
  );
  const obsolete = noted.filter(({ place, fileId }) => !requested.has(`${place} ${fileId}`));
  for (const place of places) await deleteUses(trx, { serviceId, postId, place }, obsolete);
  const notedKeys = new Set<string>(noted.map(({ place, fileId }) => `${place} ${fileId}`));
  const added = [...requested].filter(([key]) => !notedKeys.has(key)).map(([, row]) => row);
  if (added.length > 0) await trx.insertInto('fileUses').values(added).execute();
  await publishFiles(trx, serviceId, [...requested.values()]);
}

const notedUses = compiledQuery((db, { serviceId, postId }: PostKey, places: string) =>
  db
    .selectFrom('fileUses')
    .select(['fileId', 'place'])
    .where('serviceId', '=', serviceId)
    .where('postId', '=', postId)
    .where('place', 'in', places.split(' ')),
);

async function deleteUses(
  trx: Transaction,
  { serviceId, postId, place }: PostKey & { readonly place: string },
  obsolete: readonly { readonly fileId: string; readonly place: string }[],
): Promise<void> {
  const fileIds = obsolete.filter((use) => use.place === place).map(({ fileId }) => fileId);
  if (fileIds.length === 0) return;
  await trx
    .deleteFrom('fileUses')
    .where('serviceId', '=', serviceId)
    .where('postId', '=', postId)
    .where('place', '=', place)
    .where('fileId', 'in', fileIds)
    .execute();
}

async function knownAmong(
  trx: Transaction,
  serviceId: string,
  fileIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const distinct = [...new Set(fileIds)];
  if (distinct.length === 0) return new Set();
  const known = await trx
    .selectFrom('files')
    .select('fileId')
    .where('fileId', 'in', distinct)
    .where((eb) => eb(preventIndexUse(eb.ref('serviceId')), '=', serviceId))
    .orderBy('fileId')
    // Locks the files until their uses are recorded, so that clean-up cannot delete them. SQLite has a single writer.
    .$if(trx.getExecutor().adapter instanceof PostgresAdapter, (query) => query.forKeyShare())
    .execute();
  return new Set(known.map(({ fileId }) => fileId));
}

async function publishFiles(
  trx: Transaction,
  serviceId: string,
  uses: readonly { readonly fileId: string; readonly place: PresentPlace }[],
): Promise<void> {
  const saved = new Set(uses.filter(({ place }) => place !== 'draft').map(({ fileId }) => fileId));
  const typed = new Set(uses.map(({ fileId }) => fileId));
  const publish = async (fileIds: ReadonlySet<string>, from: readonly string[]) => {
    if (fileIds.size === 0) return;
    await trx
      .updateTable('files')
      .set({ status: 'published', removedAt: null })
      .where('fileId', 'in', [...fileIds])
      .where((eb) => eb(preventIndexUse(eb.ref('serviceId')), '=', serviceId))
      .where('status', 'in', from)
      .where('isWithdrawn', '=', 0)
      .execute();
  };
  await publish(typed, ['reserved']);
  await publish(saved, ['removed']);
}

/** Each file keeps the newest revision that uses it. */
export async function noteHistoryUses(
  trx: Transaction,
  { serviceId, postId, revision }: PostKey & { readonly revision: number },
  fileIds: readonly string[],
): Promise<void> {
  const known = await knownAmong(trx, serviceId, fileIds);
  if (known.size === 0) return;
  await trx
    .insertInto('fileUses')
    .values([...known].map((fileId) => ({ fileId, postId, place: 'history', serviceId, revision })))
    .onConflict((conflict) =>
      conflict.columns(['fileId', 'postId', 'place']).doUpdateSet({ revision: (eb) => eb.ref('excluded.revision') }),
    )
    .execute();
}

export async function deleteHistoryUses(
  trx: Transaction,
  { postId, upTo }: { readonly postId: string; readonly upTo: number },
): Promise<void> {
  await trx
    .deleteFrom('fileUses')
    .where('postId', '=', postId)
    .where('place', 'in', ['history', 'bin'])
    .where('revision', '<=', upTo)
    .execute();
}

export async function moveUsesToBin(
  trx: Transaction,
  { serviceId, postId, revision }: PostKey & { readonly revision: number },
): Promise<void> {
  const newest = sql<number>`max(case when place = 'history' then revision else ${revision} end)`;
  await trx
    .insertInto('fileUses')
    .columns(['fileId', 'postId', 'place', 'serviceId', 'revision'])
    .expression((eb) =>
      eb
        .selectFrom('fileUses')
        .select(({ val }) => ['fileId', 'postId', val('bin').as('place'), 'serviceId', newest.as('revision')])
        .where('serviceId', '=', serviceId)
        .where('postId', '=', postId)
        .where('place', 'not in', ['draft', 'bin'])
        .groupBy(['fileId', 'postId', 'serviceId']),
    )
    .execute();
  await trx
    .deleteFrom('fileUses')
    .where('serviceId', '=', serviceId)
    .where('postId', '=', postId)
    .where('place', '!=', 'bin')
    .execute();
}

export async function takeUsesFromBin(trx: Transaction, { serviceId, postId }: PostKey): Promise<void> {
  await trx
    .updateTable('fileUses')
    .set({ place: 'history' })
    .where('serviceId', '=', serviceId)
    .where('postId', '=', postId)
    .where('place', '=', 'bin')
    .execute();
}

export async function deleteUsesOfGonePosts(trx: Transaction, postIds: readonly string[]): Promise<void> {
  if (postIds.length === 0) return;
  await trx
    .deleteFrom('fileUses')
    .where('postId', 'in', [...postIds])
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('posts').select('posts.postId').whereRef('posts.postId', '=', 'fileUses.postId'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deletedPosts')
            .select('deletedPosts.postId')
            .whereRef('deletedPosts.postId', '=', 'fileUses.postId'),
        ),
      ),
    )
    .execute();
}

export async function isFileUsed(db: Db, serviceId: string, fileId: string): Promise<boolean> {
  return (await listUsedFileIds(db, serviceId, [fileId])).has(fileId);
}

export async function listUsedFileIds(
  db: Db,
  serviceId: string,
  fileIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (fileIds.length === 0) return new Set();
  const used = await db
    .selectFrom('files')
    .select('fileId')
    .where('fileId', 'in', [...fileIds])
    .where((eb) => eb(preventIndexUse(eb.ref('serviceId')), '=', serviceId))
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('fileUses').select('fileUses.postId').whereRef('fileUses.fileId', '=', 'files.fileId')),
    )
    .execute();
  return new Set(used.map(({ fileId }) => fileId));
}
