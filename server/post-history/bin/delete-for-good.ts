import type { Database } from '../../database/connect.ts';
import { writeTransaction } from '../../database/write-transaction.ts';
import { notFound } from '../../http/errors.ts';
import { deleteUsesOfGonePosts } from '../../media/index.ts';
import { deleteRevisionsOfGonePosts } from '../revision.repository.ts';
import { takeBinnedPost } from './bin.repository.ts';

/**
 * Deletes a post and its history permanently.
 * @throws {HttpError} when the post is not in the bin
 */
export async function deleteForGood(
  { writer }: Database,
  { serviceId, postId }: { readonly serviceId: string; readonly postId: string },
): Promise<void> {
  await writeTransaction(writer, async (trx) => {
    if (!(await takeBinnedPost(trx, { serviceId, postId }))) throw notFound();
    await deleteRevisionsOfGonePosts(trx, [postId]);
    await deleteUsesOfGonePosts(trx, [postId]);
  });
}
