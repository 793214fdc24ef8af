import { type ExpressionBuilder, sql } from 'kysely';
import type { AdminTag } from '#contract/admin-tags.ts';
import type { Order } from '#contract/paging.ts';
import { MAX_POST_COUNT, type Tag } from '#contract/tags.ts';
import type { Db } from '../database/connect.ts';
import { compiledQuery, preventIndexUse } from '../database/queries.ts';
import { raiseRevisionOfPages } from '../database/service-revision.ts';
import type { Tables, Transaction } from '../database/tables.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import { newId } from '../platform/ids.ts';

const columns = ['tagId', 'label', 'serviceId'] as const;

interface TagPage {
  readonly after?: string | undefined;
  readonly order: Order;
  readonly limit: number;
  /** Time at which a tag must have a listed post; undefined returns all tags. */
  readonly usedAt?: string | undefined;
}

export async function listTags(db: Db, serviceId: string, { after, order, limit, usedAt }: TagPage): Promise<Tag[]> {
  const shape = `${order}${after === undefined ? '' : ' after'}${usedAt === undefined ? '' : ' used'}` as const;
  return tagsInOrder(db, { serviceId, limit, after: after ?? '', usedAt: usedAt ?? '' }, shape);
}

const tagsInOrder = compiledQuery(
  (
    db,
    { serviceId, limit, after, usedAt }: { serviceId: string; limit: number; after: string; usedAt: string },
    shape: `${Order}${'' | ' after'}${'' | ' used'}`,
  ) => {
    const order = shape.startsWith('asc') ? 'asc' : 'desc';
    return db
      .selectFrom('tags')
      .select(columns)
      .where('serviceId', '=', serviceId)
      .orderBy('label', order)
      .limit(limit)
      .$if(shape.includes('after'), (query) => query.where('label', order === 'asc' ? '>' : '<', after))
      .$if(shape.includes('used'), (query) => query.where((eb) => eb(firstListed(eb, usedAt), 'is not', null)));
  },
);

/** Counts up to `MAX_POST_COUNT` posts of each tag, so that the cost does not depend on the number of posts. */
export async function countPostsOfTags(
  db: Db,
  serviceId: string,
  tagIds: readonly string[],
  now: string,
): Promise<ReadonlyMap<string, number>> {
  if (tagIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('tags')
    .select(({ selectFrom }) => [
      'tagId',
      selectFrom(
        selectFrom('postTags')
          .select('postTags.postId')
          .whereRef('postTags.tagId', '=', 'tags.tagId')
          .where('postTags.listedAt', '<=', now)
          .limit(MAX_POST_COUNT)
          .as('listed'),
      )
        .select(({ fn }) => fn.countAll().as('posts'))
        .as('posts'),
    ])
    .where((eb) => eb(preventIndexUse(eb.ref('serviceId')), '=', serviceId))
    .where('tagId', 'in', [...tagIds])
    .execute();
  return new Map(rows.map(({ tagId, posts }) => [tagId, Number(posts)]));
}

/** A scalar subquery keeps engines from joining the links of all tags. */
function firstListed(eb: ExpressionBuilder<Tables, 'tags'>, now: string) {
  return eb
    .selectFrom('postTags')
    .select('postTags.listedAt')
    .whereRef('postTags.tagId', '=', 'tags.tagId')
    .where('postTags.listedAt', '<=', now)
    .limit(1);
}

/** Returns the tags that another post, listed at `now`, also has. */
export async function listUsedTagIds(
  db: Db,
  {
    serviceId,
    tagIds,
    exceptPostId,
    now,
  }: { serviceId: string; tagIds: readonly string[]; exceptPostId: string; now: string },
): Promise<string[]> {
  if (tagIds.length === 0) return [];
  const rows = await db
    .selectFrom('tags')
    .select('tagId')
    .where('serviceId', '=', serviceId)
    .where('tagId', 'in', tagIds)
    .where((eb) => eb(firstListed(eb, now).where('postTags.postId', '!=', exceptPostId), 'is not', null))
    .execute();
  return rows.map(({ tagId }) => tagId);
}

export async function findTag(db: Db, serviceId: string, label: string): Promise<Tag | undefined> {
  const [tag] = await tagsOfLabel(db, { serviceId, label });
  return tag;
}

const tagsOfLabel = compiledQuery((db, { serviceId, label }: { serviceId: string; label: string }) =>
  db.selectFrom('tags').select(columns).where('serviceId', '=', serviceId).where('label', '=', label),
);

interface CountedTagPage extends Pick<TagPage, 'after' | 'order' | 'limit'> {
  readonly contains?: string | undefined;
}

export async function listCountedTags(
  db: Db,
  serviceId: string,
  { after, order, limit, contains = '' }: CountedTagPage,
): Promise<AdminTag[]> {
  let query = countedTags(db).where('serviceId', '=', serviceId).orderBy('label', order).limit(limit);
  if (after !== undefined) query = query.where('label', order === 'asc' ? '>' : '<', after);
  if (contains !== '') query = query.where(holds(contains));
  return (await query.execute()).map(toCounted);
}

/** Ignores the case of A to Z only, in both engines. Tests containment by removing the text and comparing lengths. */
function holds(text: string) {
  const label = sql`lower(${sql.ref('tags.label')})`;
  return sql<boolean>`octet_length(replace(${label}, ${lowered(text)}, '')) < octet_length(${sql.ref('tags.label')})`;
}

function lowered(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

export async function findCountedTag(db: Db, serviceId: string, tagId: string): Promise<AdminTag | undefined> {
  const row = await countedTags(db).where('serviceId', '=', serviceId).where('tagId', '=', tagId).executeTakeFirst();
  return row && toCounted(row);
}

function countedTags(db: Db) {
  return db.selectFrom('tags').select((eb) => [
    ...columns,
    'revision',
    'createdAt',
    eb
      .selectFrom('postTags')
      .select((link) => link.fn.countAll().as('count'))
      .whereRef('postTags.tagId', '=', 'tags.tagId')
      .as('postCount'),
  ]);
}

/** PostgreSQL returns counts as strings. */
function toCounted<Row extends { postCount: unknown }>({ postCount, ...tag }: Row) {
  return { ...tag, postCount: Number(postCount) };
}

export async function listTagsById(db: Db, serviceId: string, tagIds: readonly string[]): Promise<Tag[]> {
  if (tagIds.length === 0) return [];
  return db
    .selectFrom('tags')
    .select(columns)
    .where((eb) => eb(preventIndexUse(eb.ref('serviceId')), '=', serviceId))
    .where('tagId', 'in', [...tagIds])
    .execute();
}

/** Keeps the order of the labels. */
export async function ensureTags(
  trx: Transaction,
  { clock }: { clock: Clock },
  serviceId: string,
  labels: readonly string[],
): Promise<Tag[]> {
  const uniqueLabels = [...new Set(labels)];
  if (uniqueLabels.length === 0) return [];
  const now = clock.now();
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('tags')
    // Sorted, so that concurrent transactions lock the labels in the same order and cannot deadlock.
    .values(
      uniqueLabels.toSorted().map((label) => ({ tagId: newId(now), serviceId, label, createdAt: toInstant(now) })),
    )
    .onConflict((conflict) => conflict.columns(['serviceId', 'label']).doNothing())
    .executeTakeFirstOrThrow();
  // Lists of tags contain unused ones; pages of posts do not.
  if (numInsertedOrUpdatedRows !== 0n) await raiseRevisionOfPages(trx, serviceId, []);
  const rows = await trx
    .selectFrom('tags')
    .select(columns)
    .where('serviceId', '=', serviceId)
    .where('label', 'in', uniqueLabels)
    .execute();
  return rows.sort((one, other) => uniqueLabels.indexOf(one.label) - uniqueLabels.indexOf(other.label));
}

export async function updateTagLabel(
  trx: Transaction,
  { serviceId, tagId }: Pick<Tag, 'serviceId' | 'tagId'>,
  label: string,
): Promise<void> {
  await trx
    .updateTable('tags')
    .set((eb) => ({ label, revision: eb('revision', '+', 1) }))
    .where('serviceId', '=', serviceId)
    .where('tagId', '=', tagId)
    .execute();
}

export async function deleteUnusedTags(trx: Transaction, serviceId: string, tagIds: readonly string[]): Promise<void> {
  if (tagIds.length === 0) return;
  await trx
    .deleteFrom('tags')
    .where('serviceId', '=', serviceId)
    .where('tagId', 'in', tagIds)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('postTags').select('postTags.postId').whereRef('postTags.tagId', '=', 'tags.tagId'))),
    )
    .execute();
}

/** Foreign keys delete its links to posts. */
export async function deleteTagRow(
  trx: Transaction,
  { serviceId, tagId }: Pick<Tag, 'serviceId' | 'tagId'>,
): Promise<void> {
  await trx.deleteFrom('tags').where('serviceId', '=', serviceId).where('tagId', '=', tagId).execute();
}
