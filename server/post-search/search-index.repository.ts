import { sql, type Transaction } from 'kysely';
import type { Db } from '../database/connect.ts';
import { preventIndexUse } from '../database/prevent-index-use.ts';
import type { Tables } from '../database/tables.ts';
import { gramOfTag } from './ngrams.ts';

interface PostKey {
  readonly serviceId: string;
  readonly postId: string;
}

export interface Posting {
  readonly gram: string;
  readonly block: number;
  readonly posts: string;
}

export async function findIndexVersion(db: Db, serviceId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('searchIndexes')
    .select('version')
    .where('serviceId', '=', serviceId)
    .executeTakeFirst();
  return row?.version;
}

export async function saveNewIndex(trx: Transaction<Tables>, serviceId: string, version: string): Promise<void> {
  await trx
    .insertInto('searchIndexes')
    .values({ serviceId, version, nextNumber: 0 })
    .onConflict((conflict) => conflict.column('serviceId').doUpdateSet({ version, nextNumber: 0 }))
    .execute();
}

export async function findSearchNumber(
  trx: Transaction<Tables>,
  { serviceId, postId }: PostKey,
): Promise<number | undefined> {
  const row = await trx
    .selectFrom('posts')
    .select('searchNumber')
    .where('serviceId', '=', serviceId)
    .where('postId', '=', postId)
    .executeTakeFirst();
  return row?.searchNumber ?? undefined;
}

export async function takeSearchNumbers(trx: Transaction<Tables>, serviceId: string, count: number): Promise<number> {
  const { nextNumber } = await trx
    .updateTable('searchIndexes')
    .set((eb) => ({ nextNumber: eb('nextNumber', '+', count) }))
    .where('serviceId', '=', serviceId)
    .returning('nextNumber')
    .executeTakeFirstOrThrow();
  return nextNumber - count;
}

export async function updateSearchNumber(
  trx: Transaction<Tables>,
  { serviceId, postId }: PostKey,
  searchNumber: number | null,
): Promise<void> {
  await trx
    .updateTable('posts')
    .set({ searchNumber })
    .where('serviceId', '=', serviceId)
    .where('postId', '=', postId)
    .execute();
}

export async function listTagNgrams(
  trx: Transaction<Tables>,
  serviceId: string,
  postIds: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await trx
    .selectFrom('postTags')
    .select(['postId', 'tagId'])
    .where('postId', 'in', [...postIds])
    .where((eb) => eb(preventIndexUse(eb.ref('serviceId')), '=', serviceId))
    .execute();
  return new Map(
    [...Map.groupBy(rows, ({ postId }) => postId)].map(([postId, links]) => [
      postId,
      links.map(({ tagId }) => gramOfTag(tagId)),
    ]),
  );
}

export async function listPostingsOfBlock(
  trx: Transaction<Tables>,
  { serviceId, block }: { readonly serviceId: string; readonly block: number },
  ngrams: readonly string[],
): Promise<Map<string, string>> {
  const rows = await trx
    .selectFrom('searchPostings')
    .select(['gram', 'posts'])
    .where('serviceId', '=', serviceId)
    .where('gram', 'in', [...ngrams])
    .where('block', '=', block)
    .execute();
  return new Map(rows.map(({ gram, posts }) => [gram, posts]));
}

export async function savePostings(
  trx: Transaction<Tables>,
  serviceId: string,
  postings: readonly Posting[],
): Promise<void> {
  const held = postings.filter(({ posts }) => posts !== '');
  if (held.length > 0) {
    await trx
      .insertInto('searchPostings')
      .values(held.map((posting) => ({ serviceId, ...posting })))
      .onConflict((conflict) =>
        conflict.columns(['serviceId', 'gram', 'block']).doUpdateSet((eb) => ({ posts: eb.ref('excluded.posts') })),
      )
      .execute();
  }
  const empty = postings.filter(({ posts }) => posts === '');
  for (const [block, gone] of Map.groupBy(empty, ({ block }) => block)) {
    await trx
      .deleteFrom('searchPostings')
      .where('serviceId', '=', serviceId)
      .where(
        'gram',
        'in',
        gone.map(({ gram }) => gram),
      )
      .where('block', '=', block)
      .execute();
  }
}

export async function listPostings(db: Db, serviceId: string, ngrams: readonly string[]): Promise<Posting[]> {
  if (ngrams.length === 0) return [];
  return db
    .selectFrom('searchPostings')
    .select(['gram', 'block', 'posts'])
    .where('serviceId', '=', serviceId)
    .where('gram', 'in', [...ngrams])
    .execute();
}

/** Sorts after every other character in both engines. */
const LAST_LETTER = '\u{10FFFF}';

export async function listPostingsFrom(
  db: Db,
  serviceId: string,
  { prefix, limit }: { readonly prefix: string; readonly limit: number },
): Promise<Posting[]> {
  return db
    .selectFrom('searchPostings')
    .select(['gram', 'block', 'posts'])
    .where('serviceId', '=', serviceId)
    .where('gram', '>=', prefix)
    .where('gram', '<', prefix + LAST_LETTER)
    .limit(limit)
    .execute();
}

export async function deletePostingsOfGram(trx: Transaction<Tables>, serviceId: string, gram: string): Promise<void> {
  await trx.deleteFrom('searchPostings').where('serviceId', '=', serviceId).where('gram', '=', gram).execute();
}

export async function listServicesToIndex(db: Db): Promise<{ serviceId: string; version: string | null }[]> {
  return db
    .selectFrom('services')
    .leftJoin('searchIndexes', 'searchIndexes.serviceId', 'services.serviceId')
    .select(['services.serviceId', 'searchIndexes.version'])
    .orderBy('services.serviceId')
    .execute();
}

export interface UnindexedPost {
  readonly postId: string;
  /** Bytes. */
  readonly size: number;
}

export async function countUnindexed(db: Db, max: number): Promise<number> {
  const services = await db
    .selectFrom('services')
    .select((eb) => {
      const some = eb
        .selectFrom('posts')
        .select('postId')
        .whereRef('posts.serviceId', '=', 'services.serviceId')
        .where('searchNumber', 'is', null)
        .orderBy('searchNumber')
        .limit(max);
      return eb.selectFrom(some.as('some')).select(eb.fn.countAll().as('count')).as('count');
    })
    .execute();
  return services.reduce((sum, { count }) => sum + Number(count), 0);
}

export async function listUnindexed(db: Db, serviceId: string, limit: number): Promise<UnindexedPost[]> {
  return (
    db
      .selectFrom('posts')
      .select(['postId', sql<number>`octet_length(body_text)`.as('size')])
      .where('serviceId', '=', serviceId)
      .where('searchNumber', 'is', null)
      // PostgreSQL overestimates the number of rows without a number; without the order it would scan all posts of the
      // service.
      .orderBy('searchNumber')
      .limit(limit)
      .execute()
  );
}

export interface TextsOfPost {
  readonly postId: string;
  readonly title: string;
  readonly bodyText: string;
}

export async function listTextsOfPosts(
  trx: Transaction<Tables>,
  serviceId: string,
  postIds: readonly string[],
): Promise<TextsOfPost[]> {
  return trx
    .selectFrom('posts')
    .select(['postId', 'title', 'bodyText'])
    .where('postId', 'in', [...postIds])
    .where((eb) => eb(preventIndexUse(eb.ref('serviceId')), '=', serviceId))
    .execute();
}

export async function forgetSearchNumbers(trx: Transaction<Tables>, serviceId: string, limit: number): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('posts')
    .set({ searchNumber: null })
    .where('postId', 'in', (eb) =>
      eb
        .selectFrom('posts')
        .select('postId')
        .where('serviceId', '=', serviceId)
        .where('searchNumber', 'is not', null)
        .limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

export async function deleteSomePostings(trx: Transaction<Tables>, serviceId: string, limit: number): Promise<boolean> {
  const ngrams = await trx
    .selectFrom('searchPostings')
    .select('gram')
    .where('serviceId', '=', serviceId)
    .orderBy('gram')
    .limit(limit)
    .execute();
  const last = ngrams.at(-1);
  if (!last) return false;
  await trx.deleteFrom('searchPostings').where('serviceId', '=', serviceId).where('gram', '<=', last.gram).execute();
  return true;
}
