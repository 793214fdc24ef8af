import type { PostSnapshot, RevisionKind } from '#contract/post-history.ts';
import type { Tag } from '#contract/tags.ts';
import type { Transaction } from '../database/tables.ts';
import { deleteHistoryUses } from '../media-uses/index.ts';
import type { WholePost } from '../posts/post.repository.ts';
import { listTagsOfPost } from '../tags/index.ts';
import { deleteRevisionsUpTo, hasRevision, insertRevision, type StoredSnapshot } from './revision.repository.ts';

export interface RecordedSave {
  readonly kind: RevisionKind;
  readonly savedAt: string;
  readonly savedBy: string;
  readonly maxRevisions?: number | undefined;
}

export async function recordRevision(
  trx: Transaction,
  post: WholePost,
  { kind, savedAt, savedBy, maxRevisions }: RecordedSave,
): Promise<void> {
  const { serviceId, postId, revision, title } = post;
  const tags = await listTagsOfPost(trx, serviceId, postId);
  const content: StoredSnapshot = { ...toSnapshot(post, tags), tagIds: tags.map(({ tagId }) => tagId) };
  const row = { serviceId, postId, revision, title, kind, savedAt, savedBy };
  await insertRevision(trx, { ...row, content: JSON.stringify(content) });
  if (maxRevisions !== undefined && revision > maxRevisions) {
    const upTo = revision - maxRevisions;
    await deleteHistoryUses(trx, { postId, upTo });
    await deleteRevisionsUpTo(trx, { serviceId, postId, revision: upTo });
  }
}

/**
 * Records a post before it is changed, unless its current revision is recorded. Posts created before the history
 * feature get their first revision this way. Call before tags change.
 */
export async function recordFormer(trx: Transaction, post: WholePost): Promise<void> {
  if (await hasRevision(trx, post)) return;
  const { revision, createdAt, createdBy, updatedAt, updatedBy } = post;
  const kind = revision === 1 ? 'created' : 'saved';
  await recordRevision(trx, post, { kind, savedAt: updatedAt ?? createdAt, savedBy: updatedBy ?? createdBy });
}

export function toSnapshot(post: WholePost, tags: readonly Pick<Tag, 'label'>[]): PostSnapshot {
  const { slug, title, label, description, author, language, contentId, bodyFormat, editorMode, body } = post;
  const { categorySlug, thumbnail, images, files, links, isHiddenInList, status, publishAt } = post;
  return {
    slug,
    title,
    label,
    description,
    author,
    language,
    contentId,
    bodyFormat,
    editorMode,
    body,
    categorySlug,
    thumbnail,
    isHiddenInList,
    status,
    publishAt,
    tags: tags.map(({ label }) => label),
    images: [...images],
    files: [...files],
    links: [...links],
  };
}
