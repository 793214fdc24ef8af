import type { Transaction } from 'kysely';
import type { PostSnapshot, RevisionKind } from '#contract/post-history.ts';
import type { Tables } from '../../database/tables.ts';
import { listTagsOfPost } from '../post.repository.ts';
import type { WholePost } from '../stored-post.ts';
import { deleteRevisionsUpTo, insertRevision } from './revision.repository.ts';

export interface RecordedSave {
  readonly kind: RevisionKind;
  readonly savedAt: string;
  readonly savedBy: string;
  /** The oldest go first; without it, they are left to the next pruning. */
  readonly maxRevisions?: number | undefined;
}

/** Keeps a post as it is after a save, in the transaction of that save. */
export async function recordRevision(
  trx: Transaction<Tables>,
  post: WholePost,
  { kind, savedAt, savedBy, maxRevisions }: RecordedSave,
): Promise<void> {
  const { serviceId, postId, revision, title } = post;
  const tags = await listTagsOfPost(trx, serviceId, postId);
  const content = JSON.stringify(
    toSnapshot(
      post,
      tags.map(({ label }) => label),
    ),
  );
  await insertRevision(trx, { serviceId, postId, revision, title, kind, savedAt, savedBy, content });
  if (maxRevisions !== undefined) {
    await deleteRevisionsUpTo(trx, { serviceId, postId, revision: revision - maxRevisions });
  }
}

/** Everything that an author said about a post. */
export function toSnapshot(post: WholePost, tags: readonly string[]): PostSnapshot {
  const { slug, title, label, description, author, contentId, bodyFormat, editorMode, body } = post;
  const { categorySlug, thumbnail, images, files, links, isHiddenInList, status, publishAt } = post;
  return {
    ...{ slug, title, label, description, author, contentId, bodyFormat, editorMode, body },
    ...{ categorySlug, thumbnail, isHiddenInList, status, publishAt },
    tags: [...tags],
    images: [...images],
    files: [...files],
    links: [...links],
  };
}
