import type { PostStatus } from '#contract/posts.ts';
import type { BlockCounts } from '#contract/translations.ts';
import type { Db } from '../database/connect.ts';
import type { TranslationRow } from '../database/post-tables.ts';
import { chunks, compiledQuery, preventIndexUse } from '../database/queries.ts';
import type { Transaction } from '../database/tables.ts';
import { hasRowLocks } from '../database/write-transaction.ts';
import type { PostState } from '../posts/post-state.ts';

/** Ids of one query. */
const MAX_IDS = 500;

export interface PostKey {
  readonly serviceId: string;
  readonly postId: string;
}

export interface SetMember extends PostKey, PostState, BlockCounts {
  readonly setId: string;
  readonly language: string;
  readonly originalId: string | null;
  readonly isLead: number;
  readonly slug: string;
  readonly title: string;
  readonly revision: number;
  readonly isHiddenInList: number;
}

const ownRow = compiledQuery((db, { serviceId, postId }: PostKey) =>
  db.selectFrom('translations').selectAll().where('serviceId', '=', serviceId).where('postId', '=', postId),
);

export async function findTranslation(db: Db, { serviceId, postId }: PostKey): Promise<TranslationRow | undefined> {
  const [row] = await ownRow(db, { serviceId, postId });
  return row;
}

function membersOf(db: Db) {
  return db
    .selectFrom('translations')
    .innerJoin('posts', 'posts.postId', 'translations.postId')
    .select([
      'translations.postId',
      'translations.serviceId',
      'translations.setId',
      'translations.language',
      'translations.originalId',
      'translations.isLead',
      'translations.outdated',
      'translations.missing',
      'translations.extra',
      'posts.slug',
      'posts.title',
      'posts.status',
      'posts.publishAt',
      'posts.effectiveAt',
      'posts.revision',
      'posts.isHiddenInList',
    ])
    .$narrowType<{ status: PostStatus }>()
    .orderBy('translations.language');
}

const membersOfSet = compiledQuery((db, { setId }: { setId: string }) =>
  membersOf(db).where('translations.setId', '=', setId),
);

/** Members of any service, without those in the bin. */
export async function listMembers(db: Db, setId: string): Promise<SetMember[]> {
  return membersOfSet(db, { setId });
}

const membersOfPost = compiledQuery((db, { serviceId, postId }: PostKey) =>
  membersOf(db).where('translations.setId', '=', (eb) =>
    eb
      .selectFrom('translations as own')
      .select('own.setId')
      .where('own.serviceId', '=', serviceId)
      .where('own.postId', '=', postId),
  ),
);

const membersOfPosts = compiledQuery((db, { serviceId, postIds }: { serviceId: string; postIds: readonly string[] }) =>
  membersOf(db)
    .innerJoin('translations as own', 'own.setId', 'translations.setId')
    .select('own.postId as ofPostId')
    .where('own.postId', 'in', [...postIds])
    .where((eb) => eb(preventIndexUse(eb.ref('own.serviceId')), '=', serviceId)),
);

/** Lists the sets of several posts, with these. */
export async function listMembersOfPosts(
  db: Db,
  { serviceId, postIds }: { readonly serviceId: string; readonly postIds: readonly string[] },
): Promise<Map<string, SetMember[]>> {
  const found = [];
  for (const some of chunks(postIds, MAX_IDS)) found.push(...(await membersOfPosts(db, { serviceId, postIds: some })));
  return Map.groupBy(found, ({ ofPostId }) => ofPostId);
}

/** Lists the post, too. Returns none for an unlinked post. */
export async function listMembersWith(db: Db, { serviceId, postId }: PostKey): Promise<SetMember[]> {
  return membersOfPost(db, { serviceId, postId });
}

export type RowOfSet = Pick<TranslationRow, 'postId' | 'serviceId' | 'language' | 'originalId' | 'isLead'>;

/** Includes members in the bin. On PostgreSQL the rows stay locked until the transaction ends. */
export async function lockSet(trx: Transaction, setId: string): Promise<RowOfSet[]> {
  return trx
    .selectFrom('translations')
    .select(['postId', 'serviceId', 'language', 'originalId', 'isLead'])
    .where('setId', '=', setId)
    .orderBy('postId')
    .$if(hasRowLocks(trx), (query) => query.forUpdate())
    .execute();
}

const withoutOriginal = {
  originalId: null,
  originalRevision: null,
  reviewedBlocks: null,
  outdated: 0,
  missing: 0,
  extra: 0,
};

export async function insertTranslation(
  trx: Transaction,
  row: Pick<TranslationRow, 'postId' | 'serviceId' | 'setId' | 'language'>,
): Promise<void> {
  await trx
    .insertInto('translations')
    .values({ ...row, ...withoutOriginal, isLead: 0 })
    .execute();
}

export async function updateTranslation(
  trx: Transaction,
  { serviceId, postId }: PostKey,
  change: Partial<Omit<TranslationRow, 'postId' | 'serviceId' | 'setId'>>,
): Promise<void> {
  await trx
    .updateTable('translations')
    .set(change)
    .where('serviceId', '=', serviceId)
    .where('postId', '=', postId)
    .execute();
}

/**
 * Removes posts from their sets. Their translations stay in these, without an original.
 * @returns the sets
 */
export async function deleteTranslations(trx: Transaction, postIds: readonly string[]): Promise<string[]> {
  if (postIds.length === 0) return [];
  const deleted = await trx
    .deleteFrom('translations')
    .where('postId', 'in', [...postIds])
    .returning('setId')
    .execute();
  if (deleted.length === 0) return [];
  await trx
    .updateTable('translations')
    .set(withoutOriginal)
    .where('originalId', 'in', [...postIds])
    .execute();
  return [...new Set(deleted.map(({ setId }) => setId))];
}

const ofOriginal = compiledQuery((db, { postId }: { postId: string }) =>
  db
    .selectFrom('translations')
    .select((eb) => ['postId', 'serviceId', eb.ref('reviewedBlocks').$notNull().as('reviewedBlocks')])
    .where('originalId', '=', postId),
);

export type TranslationOfOriginal = PostKey & { readonly reviewedBlocks: string };

export async function listTranslationsOf(db: Db, originalId: string): Promise<TranslationOfOriginal[]> {
  return ofOriginal(db, { postId: originalId });
}
