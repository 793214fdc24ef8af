import type { Tag } from '#contract/tags.ts';
import type { Db } from '../database/connect.ts';
import { compiledQuery, preventIndexUse } from '../database/queries.ts';
import type { PostRow, Transaction } from '../database/tables.ts';

interface OfPost {
  readonly serviceId: string;
  readonly postId: string;
}

const tagsOfPost = compiledQuery((db, { serviceId, postId }: OfPost) =>
  db
    .selectFrom('postTags')
    .innerJoin('tags', 'tags.tagId', 'postTags.tagId')
    .select(['tags.tagId', 'tags.label', 'tags.serviceId'])
    .where('postTags.serviceId', '=', serviceId)
    .where('postTags.postId', '=', postId)
    .orderBy('tags.label'),
);

export async function listTagsOfPost(db: Db, serviceId: string, postId: string): Promise<Tag[]> {
  return tagsOfPost(db, { serviceId, postId });
}

export async function listTagsOfPosts(
  db: Db,
  serviceId: string,
  postIds: readonly string[],
): Promise<ReadonlyMap<string, Tag[]>> {
  if (postIds.length === 0) return new Map();
  const tags = Map.groupBy(await tagsOfPosts(db, { serviceId, postIds }), ({ postId }) => postId);
  return new Map([...tags].map(([postId, found]) => [postId, found.map(({ postId: _postId, ...tag }) => tag)]));
}

const tagsOfPosts = compiledQuery((db, { serviceId, postIds }: { serviceId: string; postIds: readonly string[] }) =>
  db
    .selectFrom('postTags')
    .innerJoin('tags', 'tags.tagId', 'postTags.tagId')
    .select(['postTags.postId', 'tags.tagId', 'tags.label', 'tags.serviceId'])
    .where((eb) => eb(preventIndexUse(eb.ref('postTags.serviceId')), '=', serviceId))
    .where('postTags.postId', 'in', [...postIds])
    .orderBy('postTags.postId')
    .orderBy('tags.label'),
);

const deleteTagsOfPost = compiledQuery((db, { serviceId, postId }: OfPost) =>
  db.deleteFrom('postTags').where('serviceId', '=', serviceId).where('postId', '=', postId),
);

export async function replaceTagsOfPost(
  trx: Transaction,
  { serviceId, postId, listedAt }: Pick<PostRow, 'serviceId' | 'postId' | 'listedAt'>,
  tags: readonly Tag[],
): Promise<void> {
  await deleteTagsOfPost(trx, { serviceId, postId });
  if (tags.length === 0) return;
  await trx
    .insertInto('postTags')
    .values(tags.map(({ tagId }) => ({ serviceId, postId, tagId, listedAt })))
    .execute();
}

export async function updateListedAtOfTags(
  trx: Transaction,
  { serviceId, postId, listedAt }: Pick<PostRow, 'serviceId' | 'postId' | 'listedAt'>,
): Promise<void> {
  await trx
    .updateTable('postTags')
    .set({ listedAt })
    .where('serviceId', '=', serviceId)
    .where('postId', '=', postId)
    .execute();
}

/** For posts that have both tags, the link to the old one remains and is deleted with that tag. */
export async function updateTagLinks(
  trx: Transaction,
  { serviceId, from, into }: { readonly serviceId: string; readonly from: string; readonly into: string },
): Promise<void> {
  await trx
    .updateTable('postTags')
    .set({ tagId: into })
    .where('serviceId', '=', serviceId)
    .where('tagId', '=', from)
    .where('postId', 'not in', (eb) =>
      eb.selectFrom('postTags as held').select('held.postId').where('held.tagId', '=', into),
    )
    .execute();
}
