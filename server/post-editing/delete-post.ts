import { writeTransaction } from '../database/write-transaction.ts';
import { notFound } from '../http/errors.ts';
import { moveToBin } from '../post-history/bin/move-to-bin.ts';
import { getPost } from '../posts/find-post.ts';
import { beginWrite } from '../posts/post.repository.ts';
import type { WriteTools } from './change-post.ts';

/**
 * Moves a post to the bin.
 * @returns id of the post
 * @throws {HttpError} when the post does not exist, or another request deleted it first
 */
export async function deletePost(
  { database: { reader, writer }, clock }: Pick<WriteTools, 'database' | 'clock'>,
  { serviceId, idOrSlug, actor }: { readonly serviceId: string; readonly idOrSlug: string; readonly actor: string },
): Promise<string> {
  const { postId } = await getPost(reader, serviceId, idOrSlug);
  await writeTransaction(writer, async (trx) => {
    await beginWrite(trx, serviceId);
    if (!(await moveToBin(trx, { clock, serviceId, postId, actor }))) throw notFound();
  });
  return postId;
}
