import type { BulkChange } from '#contract/bulk-posts.ts';
import type { Tag } from '#contract/tags.ts';
import type { Db } from '../../database/connect.ts';
import type { BulkChangeRow, PostGroupRow } from '../../database/post-tables.ts';
import type { Transaction } from '../../database/tables.ts';
import type { PostState } from '../../posts/post-state.ts';

export type Former =
  | { readonly kind: 'state'; readonly state: PostState }
  | { readonly kind: 'category'; readonly categoryId: number | null; readonly slug: string | null }
  | {
      readonly kind: 'tagged';
      readonly tagIds: readonly string[];
      readonly madeTagIds: readonly string[];
    }
  | { readonly kind: 'untagged'; readonly tags: readonly Pick<Tag, 'tagId' | 'label'>[] }
  | { readonly kind: 'deleted' }
  | { readonly kind: 'grouped'; readonly groupId: string }
  | { readonly kind: 'ungrouped'; readonly groupId: string; readonly position: number };

export interface FormerPost {
  readonly postId: string;
  readonly title: string;
  readonly revision: number;
  readonly former: Former;
}

export interface StoredChange extends Omit<BulkChangeRow, 'content' | 'action'> {
  readonly action: BulkChange['action'];
  readonly posts: readonly FormerPost[];
}

type ChangeOwner = Pick<BulkChangeRow, 'serviceId' | 'username'>;

export async function saveBulkChange(
  trx: Transaction,
  { posts, ...change }: StoredChange,
  { keep }: { readonly keep: number },
): Promise<void> {
  await trx
    .insertInto('bulkChanges')
    .values({ ...change, content: JSON.stringify(posts) })
    .execute();
  const { changeId: oldest } =
    (await trx
      .selectFrom('bulkChanges')
      .select('changeId')
      .where('serviceId', '=', change.serviceId)
      .where('username', '=', change.username)
      .orderBy('changeId', 'desc')
      .offset(keep - 1)
      .limit(1)
      .executeTakeFirst()) ?? {};
  if (oldest === undefined) return;
  await trx
    .deleteFrom('bulkChanges')
    .where('serviceId', '=', change.serviceId)
    .where('username', '=', change.username)
    .where('changeId', '<', oldest)
    .execute();
}

interface UndoableChangeKey extends ChangeOwner {
  readonly changeId: string;
  readonly madeSince: string;
}

export async function findBulkChange(
  db: Db,
  { serviceId, username, changeId, madeSince }: UndoableChangeKey,
): Promise<StoredChange | undefined> {
  const row = await db
    .selectFrom('bulkChanges')
    .selectAll()
    .where('changeId', '=', changeId)
    .where('serviceId', '=', serviceId)
    .where('username', '=', username)
    .where('madeAt', '>=', madeSince)
    .executeTakeFirst();
  return row && toChange(row);
}

/** Only one of several concurrent undo requests gets the change. */
export async function takeBulkChange(
  trx: Transaction,
  { serviceId, username, changeId, madeSince }: UndoableChangeKey,
): Promise<StoredChange | undefined> {
  const row = await trx
    .deleteFrom('bulkChanges')
    .where('changeId', '=', changeId)
    .where('serviceId', '=', serviceId)
    .where('username', '=', username)
    .where('madeAt', '>=', madeSince)
    .returningAll()
    .executeTakeFirst();
  return row && toChange(row);
}

function toChange({ content, action, ...change }: BulkChangeRow): StoredChange {
  return { ...change, action: action as BulkChange['action'], posts: JSON.parse(content) };
}

export async function deleteOldBulkChanges(
  trx: Transaction,
  { madeBefore, limit }: { readonly madeBefore: string; readonly limit: number },
): Promise<number> {
  const oldest = trx
    .selectFrom('bulkChanges')
    .select('changeId')
    .where('madeAt', '<', madeBefore)
    .orderBy('madeAt')
    .limit(limit);
  const { numDeletedRows } = await trx
    .deleteFrom('bulkChanges')
    .where('changeId', 'in', oldest)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

export async function findPositionInGroup(
  trx: Transaction,
  { serviceId, groupId }: Pick<PostGroupRow, 'serviceId' | 'groupId'>,
  postId: string,
): Promise<number | undefined> {
  const row = await trx
    .selectFrom('postGroupPosts')
    .select('position')
    .where('groupId', '=', groupId)
    .where('serviceId', '=', serviceId)
    .where('postId', '=', postId)
    .executeTakeFirst();
  return row?.position;
}

/** Positions need not be unique; the post id breaks ties. */
export async function insertAtPosition(
  trx: Transaction,
  { serviceId, groupId }: Pick<PostGroupRow, 'serviceId' | 'groupId'>,
  { postId, position }: { readonly postId: string; readonly position: number },
): Promise<void> {
  await trx.insertInto('postGroupPosts').values({ groupId, postId, serviceId, position }).execute();
}

export async function findGroupById(
  trx: Transaction,
  serviceId: string,
  groupId: string,
): Promise<PostGroupRow | undefined> {
  return trx
    .selectFrom('postGroups')
    .selectAll()
    .where('serviceId', '=', serviceId)
    .where('groupId', '=', groupId)
    .executeTakeFirst();
}
