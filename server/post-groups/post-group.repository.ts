import type { ExpressionBuilder } from 'kysely';
import type { Order } from '#contract/paging.ts';
import type { Db } from '../database/connect.ts';
import type { PostGroupRow } from '../database/post-tables.ts';
import { compiledQuery } from '../database/queries.ts';
import type { Tables, Transaction } from '../database/tables.ts';
import { isAmong } from '../posts/post-keys.repository.ts';

export interface GroupListPosition {
  readonly updatedAt: string;
  readonly groupId: string;
}

export async function listGroups(
  db: Db,
  {
    serviceId,
    order,
    after,
    limit,
    usedAt,
  }: {
    serviceId: string;
    order: Order;
    after?: GroupListPosition | undefined;
    limit: number;
    /** Time at which a group must have a listed post; undefined returns all groups. */
    usedAt?: string | undefined;
  },
): Promise<PostGroupRow[]> {
  const shape = `${order}${after ? ' after' : ''}${usedAt === undefined ? '' : ' used'}` as const;
  const position = after ?? { updatedAt: '', groupId: '' };
  return groupsInOrder(db, { serviceId, limit, ...position, usedAt: usedAt ?? '' }, shape);
}

const groupsInOrder = compiledQuery(
  (
    db,
    given: GroupListPosition & { serviceId: string; limit: number; usedAt: string },
    shape: `${Order}${'' | ' after'}${'' | ' used'}`,
  ) => {
    const order = shape.startsWith('asc') ? 'asc' : 'desc';
    return db
      .selectFrom('postGroups')
      .selectAll()
      .where('serviceId', '=', given.serviceId)
      .orderBy('updatedAt', order)
      .orderBy('groupId', order)
      .limit(given.limit)
      .$if(shape.includes('after'), (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('updatedAt', 'groupId'), order === 'asc' ? '>' : '<', tuple(given.updatedAt, given.groupId)),
        ),
      )
      .$if(shape.includes('used'), (query) => query.where((eb) => eb(firstVisible(eb, given.usedAt), 'is not', null)));
  },
);

/** A scalar subquery keeps engines from joining the posts of all groups. */
function firstVisible(eb: ExpressionBuilder<Tables, 'postGroups'>, now: string) {
  return eb
    .selectFrom('postGroupPosts')
    .innerJoin('posts', 'posts.postId', 'postGroupPosts.postId')
    .select('postGroupPosts.postId')
    .whereRef('postGroupPosts.groupId', '=', 'postGroups.groupId')
    .where('posts.listedAt', '<=', now)
    .limit(1);
}

export async function findGroup(db: Db, serviceId: string, slug: string): Promise<PostGroupRow | undefined> {
  const [group] = await groupsOfSlug(db, { serviceId, slug });
  return group;
}

const groupsOfSlug = compiledQuery((db, { serviceId, slug }: { serviceId: string; slug: string }) =>
  db.selectFrom('postGroups').selectAll().where('serviceId', '=', serviceId).where('slug', '=', slug),
);

export async function listPostIdsOfGroups(
  db: Db,
  serviceId: string,
  groups: readonly Pick<PostGroupRow, 'groupId'>[],
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>(groups.map(({ groupId }) => [groupId, []]));
  if (groups.length === 0) return found;
  const rows = await db
    .selectFrom('postGroupPosts')
    .select(['groupId', 'postId'])
    .where('groupId', 'in', [...found.keys()])
    .where('serviceId', '=', serviceId)
    .orderBy('groupId')
    .orderBy('position')
    .orderBy('postId')
    .execute();
  for (const { groupId, postId } of rows) found.get(groupId)?.push(postId);
  return found;
}

export async function listVisiblePostIds(
  db: Db,
  serviceId: string,
  groups: readonly Pick<PostGroupRow, 'groupId'>[],
  { now, limit }: { now: string; limit: number },
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>(groups.map(({ groupId }) => [groupId, []]));
  const [first, ...others] = groups.map(({ groupId }) => {
    const visible = db
      .selectFrom('postGroupPosts')
      .innerJoin('posts', 'posts.postId', 'postGroupPosts.postId')
      .select(['postGroupPosts.groupId', 'postGroupPosts.postId', 'postGroupPosts.position'])
      .where('postGroupPosts.groupId', '=', groupId)
      .where('postGroupPosts.serviceId', '=', serviceId)
      .where('posts.listedAt', '<=', now)
      .orderBy('postGroupPosts.position')
      .orderBy('postGroupPosts.postId')
      .limit(limit);
    return db.selectFrom(visible.as('visible')).selectAll();
  });
  if (!first) return found;
  const rows = await db
    .selectFrom(first.unionAll(others).as('visible'))
    .select(['groupId', 'postId'])
    .orderBy('position')
    .orderBy('postId')
    .execute();
  for (const { groupId, postId } of rows) found.get(groupId)?.push(postId);
  return found;
}

export async function countGroups(db: Db, serviceId: string): Promise<number> {
  const { groups } = await db
    .selectFrom('postGroups')
    .select(({ fn }) => fn.countAll().as('groups'))
    .where('serviceId', '=', serviceId)
    .executeTakeFirstOrThrow();
  return Number(groups);
}

export async function listKnownPostIds(
  db: Db,
  serviceId: string,
  postIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (postIds.length === 0) return new Set();
  const rows = await db.selectFrom('posts').select('postId').where(isAmong(serviceId, postIds)).execute();
  return new Set(rows.map(({ postId }) => postId));
}

export async function listGroupsBySlug(db: Db, serviceId: string, slugs: readonly string[]): Promise<PostGroupRow[]> {
  if (slugs.length === 0) return [];
  return db
    .selectFrom('postGroups')
    .selectAll()
    .where('serviceId', '=', serviceId)
    .where('slug', 'in', [...slugs])
    .orderBy('slug')
    .execute();
}

export async function listGroupsHolding(db: Db, serviceId: string, postId: string): Promise<PostGroupRow[]> {
  return groupsHolding(db, { serviceId, postId });
}

const groupsHolding = compiledQuery((db, { serviceId, postId }: { serviceId: string; postId: string }) =>
  db
    .selectFrom('postGroupPosts')
    .innerJoin('postGroups', 'postGroups.groupId', 'postGroupPosts.groupId')
    .selectAll('postGroups')
    .where('postGroupPosts.postId', '=', postId)
    .where('postGroupPosts.serviceId', '=', serviceId)
    .orderBy('postGroups.slug'),
);

/** With `visibleAt`, counts only the posts that lists show at that time. */
export async function countPostsOfGroups(
  db: Db,
  serviceId: string,
  groups: readonly Pick<PostGroupRow, 'groupId'>[],
  visibleAt?: string,
): Promise<ReadonlyMap<string, number>> {
  if (groups.length === 0) return new Map();
  const rows = await db
    .selectFrom('postGroups')
    .select(({ selectFrom }) => [
      'groupId',
      // A subquery per group uses the index; PostgreSQL would scan the table to group many at once.
      selectFrom('postGroupPosts')
        .select(({ fn }) => fn.countAll().as('posts'))
        .whereRef('postGroupPosts.groupId', '=', 'postGroups.groupId')
        .whereRef('postGroupPosts.serviceId', '=', 'postGroups.serviceId')
        .$if(visibleAt !== undefined, (query) =>
          // PostgreSQL would scan all posts for a join.
          query.where((eb) => eb(listedAtOfEntry(eb), '<=', visibleAt as string)),
        )
        .as('posts'),
    ])
    .where(
      'groupId',
      'in',
      groups.map(({ groupId }) => groupId),
    )
    .where('serviceId', '=', serviceId)
    .execute();
  return new Map(rows.map(({ groupId, posts }) => [groupId, Number(posts)]));
}

function listedAtOfEntry(eb: ExpressionBuilder<Tables, 'postGroupPosts'>) {
  return eb
    .selectFrom('posts')
    .select('posts.listedAt')
    .whereRef('posts.postId', '=', 'postGroupPosts.postId')
    .whereRef('posts.serviceId', '=', 'postGroupPosts.serviceId');
}

export async function insertGroup(trx: Transaction, group: PostGroupRow): Promise<void> {
  await trx.insertInto('postGroups').values(group).execute();
}

export async function updateGroup(
  trx: Transaction,
  { serviceId, groupId }: PostGroupRow,
  change: Partial<Pick<PostGroupRow, 'label'>> & Pick<PostGroupRow, 'updatedAt'>,
): Promise<void> {
  await trx
    .updateTable('postGroups')
    .set((eb) => ({ ...change, revision: eb('revision', '+', 1) }))
    .where('serviceId', '=', serviceId)
    .where('groupId', '=', groupId)
    .execute();
}

export async function deleteGroupRow(trx: Transaction, { serviceId, groupId }: PostGroupRow): Promise<void> {
  await trx.deleteFrom('postGroups').where('serviceId', '=', serviceId).where('groupId', '=', groupId).execute();
}

export async function replacePostsOfGroup(
  trx: Transaction,
  { serviceId, groupId }: PostGroupRow,
  postIds: readonly string[],
): Promise<void> {
  await trx.deleteFrom('postGroupPosts').where('groupId', '=', groupId).where('serviceId', '=', serviceId).execute();
  if (postIds.length === 0) return;
  await trx
    .insertInto('postGroupPosts')
    .values(postIds.map((postId, position) => ({ groupId, postId, serviceId, position })))
    .execute();
}

/** The posts must not be in the group yet. */
export async function appendPostsToGroup(
  trx: Transaction,
  { serviceId, groupId }: PostGroupRow,
  postIds: readonly string[],
): Promise<void> {
  if (postIds.length === 0) return;
  const { last } = await trx
    .selectFrom('postGroupPosts')
    .select(({ fn }) => fn.max('position').as('last'))
    .where('groupId', '=', groupId)
    .where('serviceId', '=', serviceId)
    .executeTakeFirstOrThrow();
  const next = last === null ? 0 : last + 1;
  await trx
    .insertInto('postGroupPosts')
    .values(postIds.map((postId, index) => ({ groupId, postId, serviceId, position: next + index })))
    .execute();
}

export async function removePostFromGroup(
  trx: Transaction,
  { serviceId, groupId }: PostGroupRow,
  postId: string,
): Promise<void> {
  await trx
    .deleteFrom('postGroupPosts')
    .where('groupId', '=', groupId)
    .where('serviceId', '=', serviceId)
    .where('postId', '=', postId)
    .execute();
}
