import type { Tag } from '#contract/tags.ts';
import type { Db } from '../database/connect.ts';
import { listTagsOfPost } from '../posts/post.repository.ts';
import type { WholePost } from '../posts/stored-post.ts';

/** Returns the new tags of a post; undefined when they equal the stored ones. */
export async function changedTags(
  db: Db,
  { serviceId, postId }: Pick<WholePost, 'serviceId' | 'postId'>,
  tags: readonly Tag[],
): Promise<readonly Tag[] | undefined> {
  const stored = new Set((await listTagsOfPost(db, serviceId, postId)).map(({ tagId }) => tagId));
  const isSame = tags.length === stored.size && tags.every(({ tagId }) => stored.has(tagId));
  return isSame ? undefined : tags;
}
