import type { PostStatus } from '#contract/posts.ts';
import type { Database } from '../../database/connect.ts';
import { raiseServiceRevision } from '../../database/service-revision.ts';
import type { Transaction } from '../../database/tables.ts';
import { writeTransaction } from '../../database/write-transaction.ts';
import { notFound } from '../../http/errors.ts';
import { deleteUsesOfGonePosts, moveUsesToBin } from '../../media-uses/index.ts';
import { type Clock, toInstant } from '../../platform/clock.ts';
import type { ChangedPost, WriteTools } from '../../post-editing/write-post.ts';
import { unindexPost } from '../../post-search/index.ts';
import { deletePostRow, findPost, getPost, lockPost } from '../../posts/post.repository.ts';
import { currentState } from '../../posts/post-state.ts';
import { recordDeletionEvents } from '../../publishing/post-events.ts';
import { markStaticFiles } from '../../publishing/static-files/static-file.repository.ts';
import { followBinnedPost, forgetPosts } from '../../translations/follow-post.ts';
import { recordFormer } from '../record-revision.ts';
import { deleteRevisionsOfGonePosts } from '../revision.repository.ts';
import { deleteBinnedPost, readWholePost, saveBinnedPost } from './bin.repository.ts';

export interface BinnedBy extends Omit<ChangedPost, 'revision'> {
  readonly clock: Clock;
}

/**
 * Call after `raiseServiceRevision`.
 * @returns false when the post does not exist
 */
export async function moveToBin(trx: Transaction, { clock, serviceId, postId, actor }: BinnedBy): Promise<boolean> {
  const now = toInstant(clock.now());
  await lockPost(trx, { serviceId, postId });
  const post = await findPost(trx, serviceId, { postId });
  const content = await readWholePost(trx, { serviceId, postId });
  if (!post || !content) return false;
  await recordFormer(trx, post);
  const { slug, title, publishAt, effectiveAt } = content.row;
  const state = currentState({ status: content.row.status as PostStatus, publishAt, effectiveAt }, now);
  const row = { ...content.row, ...state };
  const deleted = { deletedAt: now, deletedBy: actor };
  await saveBinnedPost(trx, {
    postId,
    serviceId,
    slug,
    title,
    status: state.status,
    ...deleted,
    content: { ...content, row },
  });
  await moveUsesToBin(trx, post);
  await unindexPost(trx, post);
  await markStaticFiles(trx, { serviceId, postId, now }, [slug]);
  await recordDeletionEvents(trx, { clock, serviceId }, post);
  const isDeleted = await deletePostRow(trx, serviceId, postId);
  await followBinnedPost(trx, { serviceId, postId });
  return isDeleted;
}

export async function deletePost(
  { database: { reader, writer }, clock }: Pick<WriteTools, 'database' | 'clock'>,
  { serviceId, idOrSlug, actor }: { readonly serviceId: string; readonly idOrSlug: string; readonly actor: string },
): Promise<string> {
  const { postId } = await getPost(reader, serviceId, idOrSlug);
  await writeTransaction(writer, async (trx) => {
    await raiseServiceRevision(trx, serviceId);
    if (!(await moveToBin(trx, { clock, serviceId, postId, actor }))) throw notFound();
  });
  return postId;
}

export async function deleteForGood(
  { writer }: Database,
  { serviceId, postId }: { readonly serviceId: string; readonly postId: string },
): Promise<void> {
  await writeTransaction(writer, async (trx) => {
    if (!(await deleteBinnedPost(trx, { serviceId, postId }))) throw notFound();
    await deleteRevisionsOfGonePosts(trx, [postId]);
    await deleteUsesOfGonePosts(trx, [postId]);
    await forgetPosts(trx, [postId]);
  });
}
