import { MAX_POSTS_OF_GROUP } from '#contract/post-groups.ts';
import type { Tag } from '#contract/tags.ts';
import type { Db } from '../../database/connect.ts';
import type { DeletedPostRow } from '../../database/post-tables.ts';
import { compiledQuery, preventIndexUse } from '../../database/queries.ts';
import type { PostRow, Transaction } from '../../database/tables.ts';
import { listSourcesOfPost, type PostSource } from '../../post-editing/import-source.repository.ts';
import { listTagsOfPost } from '../../tags/index.ts';

interface PostKey {
  readonly serviceId: string;
  readonly postId: string;
}

export interface BinnedGroup {
  readonly groupId: string;
  readonly slug: string;
  readonly label: string;
  readonly position: number;
}

interface BinnedRedirect {
  readonly slug: string;
  readonly createdAt: string;
}

export interface BinnedContent {
  readonly row: PostRow;
  readonly categorySlug: string | null;
  readonly tags: readonly Pick<Tag, 'tagId' | 'label'>[];
  readonly groups: readonly BinnedGroup[];
  readonly redirects: readonly BinnedRedirect[];
  readonly sources: readonly PostSource[];
}

export type BinnedPost = Omit<DeletedPostRow, 'content'> & { readonly content: BinnedContent };

export async function readWholePost(
  trx: Transaction,
  { serviceId, postId }: PostKey,
): Promise<BinnedContent | undefined> {
  const row = await trx
    .selectFrom('posts')
    .selectAll()
    .where('serviceId', '=', serviceId)
    .where('postId', '=', postId)
    .executeTakeFirst();
  if (!row) return undefined;
  const category = await findCategoryAgain(trx, serviceId, { id: row.categoryId, slug: null });
  const tags = (await listTagsOfPost(trx, serviceId, postId)).map(({ tagId, label }) => ({ tagId, label }));
  const groups = await trx
    .selectFrom('postGroupPosts')
    .innerJoin('postGroups', 'postGroups.groupId', 'postGroupPosts.groupId')
    .select(['postGroups.groupId', 'postGroups.slug', 'postGroups.label', 'postGroupPosts.position'])
    .where('postGroupPosts.serviceId', '=', serviceId)
    .where('postGroupPosts.postId', '=', postId)
    .execute();
  const redirects = await trx
    .selectFrom('postSlugRedirects')
    .select(['slug', 'createdAt'])
    .where('serviceId', '=', serviceId)
    .where('postId', '=', postId)
    .execute();
  const sources = await listSourcesOfPost(trx, serviceId, postId);
  return { row, categorySlug: category?.slug ?? null, tags, groups, redirects, sources };
}

export async function saveBinnedPost(trx: Transaction, { content, ...rest }: BinnedPost): Promise<void> {
  const row = { ...rest, content: JSON.stringify(content) };
  await trx
    .insertInto('deletedPosts')
    .values(row)
    .onConflict((conflict) => conflict.column('postId').doUpdateSet(row))
    .execute();
}

export type BinnedRow = Omit<DeletedPostRow, 'content' | 'serviceId'>;
export type BinPosition = Pick<DeletedPostRow, 'deletedAt' | 'postId'>;

export async function listBinnedPosts(
  db: Db,
  { serviceId, after, limit }: { serviceId: string; after?: BinPosition | undefined; limit: number },
): Promise<BinnedRow[]> {
  let query = db
    .selectFrom('deletedPosts')
    .select(['postId', 'slug', 'title', 'status', 'deletedAt', 'deletedBy'])
    .where('serviceId', '=', serviceId)
    .orderBy('deletedAt', 'desc')
    .orderBy('postId', 'desc')
    .limit(limit);
  if (after) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('deletedAt', 'postId'), '<', tuple(after.deletedAt, after.postId)),
    );
  }
  return query.execute();
}

const binnedPosts = compiledQuery((db, { serviceId, postId }: PostKey) =>
  db.selectFrom('deletedPosts').selectAll().where('serviceId', '=', serviceId).where('postId', '=', postId),
);

export async function findBinnedPost(db: Db, key: PostKey): Promise<BinnedPost | undefined> {
  const [row] = await binnedPosts(db, key);
  return row && toBinnedPost(row);
}

export async function listBinnedPostsById(
  db: Db,
  serviceId: string,
  postIds: readonly string[],
): Promise<BinnedPost[]> {
  const rows = await db
    .selectFrom('deletedPosts')
    .selectAll()
    .where('postId', 'in', [...postIds])
    .where((eb) => eb(preventIndexUse(eb.ref('serviceId')), '=', serviceId))
    .execute();
  return rows.map(toBinnedPost);
}

/** @returns true for only one of several concurrent requests */
export async function deleteBinnedPost(trx: Transaction, { serviceId, postId }: PostKey): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('deletedPosts')
    .where('serviceId', '=', serviceId)
    .where('postId', '=', postId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

function toBinnedPost({ content, ...row }: DeletedPostRow): BinnedPost {
  const binned: BinnedContent = JSON.parse(content);
  return { ...row, content: { ...binned, row: toCurrentRow(binned.row) } };
}

type Search = { [column in 'searchKey' | 'searchVersion' | 'searchLanguage' | 'searchNumber']?: unknown };
type Newer = 'textUpdatedAt' | 'language';
type Binned = Omit<PostRow, Newer> & Partial<Pick<PostRow, Newer>> & Search;

/**
 * Drops the search columns, because a restored post is reindexed. Earlier versions stored `searchNumber`, no
 * language and no time of the last change of the text.
 */
function toCurrentRow(row: Binned): PostRow {
  const { searchKey: _key, searchVersion: _version, searchLanguage: _language, searchNumber: _number, ...rest } = row;
  return { textUpdatedAt: row.updatedAt, language: '', ...rest };
}

export async function takeOldBinnedPosts(
  trx: Transaction,
  { deletedBefore, limit }: { deletedBefore: string; limit: number },
): Promise<string[]> {
  const oldest = trx
    .selectFrom('deletedPosts')
    .select('postId')
    .where('deletedAt', '<', deletedBefore)
    .orderBy('deletedAt')
    .limit(limit);
  const rows = await trx.deleteFrom('deletedPosts').where('postId', 'in', oldest).returning('postId').execute();
  return rows.map(({ postId }) => postId);
}

/**
 * Restores the position of the post in its former groups, or in new groups of the same slugs.
 * @returns groups that no longer exist or are full
 */
export async function restoreGroups(
  trx: Transaction,
  { serviceId, postId }: PostKey,
  groups: readonly BinnedGroup[],
): Promise<BinnedGroup[]> {
  if (groups.length === 0) return [];
  const groupIds = groups.map(({ groupId }) => groupId);
  const slugs = groups.map(({ slug }) => slug);
  const found = await trx
    .selectFrom('postGroups')
    .select(['groupId', 'slug'])
    .where('serviceId', '=', serviceId)
    .where((eb) => eb.or([eb('groupId', 'in', groupIds), eb('slug', 'in', slugs)]))
    .where(
      ({ selectFrom }) =>
        selectFrom('postGroupPosts')
          .select(({ fn }) => fn.countAll<number>().as('posts'))
          .whereRef('postGroupPosts.groupId', '=', 'postGroups.groupId'),
      '<',
      MAX_POSTS_OF_GROUP,
    )
    .execute();
  const groupFor = (group: BinnedGroup) =>
    found.find(({ groupId }) => groupId === group.groupId) ?? found.find(({ slug }) => slug === group.slug);
  const positions = new Map(
    groups.flatMap((group) => {
      const { groupId } = groupFor(group) ?? {};
      return groupId === undefined ? [] : [[groupId, group.position] as const];
    }),
  );
  const rows = [...positions].map(([groupId, position]) => ({ groupId, postId, serviceId, position }));
  if (rows.length > 0) {
    await trx.insertInto('postGroupPosts').values(rows).execute();
    await trx
      .updateTable('postGroups')
      .set((eb) => ({ revision: eb('revision', '+', 1) }))
      .where('groupId', 'in', [...positions.keys()])
      .execute();
  }
  return groups.filter((group) => !groupFor(group));
}

export async function restoreRedirects(
  trx: Transaction,
  { serviceId, postId }: PostKey,
  redirects: readonly BinnedRedirect[],
): Promise<void> {
  if (redirects.length === 0) return;
  const slugs = redirects.map(({ slug }) => slug);
  const rowsUsingSlugs = await trx
    .selectFrom('posts')
    .select('slug')
    .where('serviceId', '=', serviceId)
    .where('slug', 'in', slugs)
    .execute();
  const takenSlugs = new Set(rowsUsingSlugs.map(({ slug }) => slug));
  const rows = redirects.filter(({ slug }) => !takenSlugs.has(slug)).map((one) => ({ ...one, serviceId, postId }));
  if (rows.length === 0) return;
  await trx
    .insertInto('postSlugRedirects')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['serviceId', 'slug']).doNothing())
    .execute();
}

export interface FormerCategory {
  readonly id?: number | null;
  readonly slug: string | null;
}

export async function findCategoryAgain(
  db: Db,
  serviceId: string,
  { id = null, slug }: FormerCategory,
): Promise<{ id: number; slug: string } | undefined> {
  if (id === null && slug === null) return undefined;
  const found = await db
    .selectFrom('categories')
    .select(['id', 'slug'])
    .where('serviceId', '=', serviceId)
    .where((eb) =>
      eb.or([...(id === null ? [] : [eb('id', '=', id)]), ...(slug === null ? [] : [eb('slug', '=', slug)])]),
    )
    .execute();
  return found.find((category) => category.id === id) ?? found[0];
}
