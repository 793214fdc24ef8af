import type { Transaction } from 'kysely';
import type { PostSnapshot, RevisionKind } from '#contract/post-history.ts';
import type { Tables } from '../../database/tables.ts';
import { forgetHistoryUses } from '../../media/index.ts';
import { listTagsOfPost } from '../post.repository.ts';
import type { WholePost } from '../stored-post.ts';
import { deleteRevisionsUpTo, hasRevision, insertRevision, type StoredSnapshot } from './revision.repository.ts';

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
  const content: StoredSnapshot = {
    ...toSnapshot(
      post,
      tags.map(({ label }) => label),
    ),
    tagIds: tags.map(({ tagId }) => tagId),
  };
  const row = { serviceId, postId, revision, title, kind, savedAt, savedBy };
  await insertRevision(trx, { ...row, content: JSON.stringify(content) });
  if (maxRevisions !== undefined) {
    const upTo = revision - maxRevisions;
    await forgetHistoryUses(trx, { postId, upTo });
    await deleteRevisionsUpTo(trx, { serviceId, postId, revision: upTo });
  }
}

/**
 * Keeps a post as it is before a write changes any of it, its tags included, where the history does not know it so: the
 * posts of a product that had no history yet are written down when they would be lost.
 */
export async function recordFormer(trx: Transaction<Tables>, post: WholePost): Promise<void> {
  if (await hasRevision(trx, post)) return;
  const { revision, createdAt, createdBy, updatedAt, updatedBy } = post;
  const kind = revision === 1 ? 'created' : 'saved';
  await recordRevision(trx, post, { kind, savedAt: updatedAt ?? createdAt, savedBy: updatedBy ?? createdBy });
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
