import { notFound } from '../platform/errors.ts';
import type { WriteTools } from './change-post.ts';
import { getPost } from './find-post.ts';
import { deletePostRow } from './post.repository.ts';
import { beginWrite } from './write-post.ts';

/**
 * Deletes a post with everything that hangs on it, and answers with its id.
 * @throws {Refusal} when there is none, also because somebody else was first.
 */
export async function deletePost(
  { database: { reader, writer } }: Pick<WriteTools, 'database'>,
  { serviceId, idOrSlug }: { readonly serviceId: string; readonly idOrSlug: string },
): Promise<string> {
  const { postId } = await getPost(reader, serviceId, idOrSlug);
  await writer.transaction().execute(async (trx) => {
    await beginWrite(trx, serviceId);
    if (!(await deletePostRow(trx, serviceId, postId))) throw notFound();
  });
  return postId;
}
