import { type AdminPost, PostUpdate } from '#contract/admin-posts.ts';
import { invalidBySchema, notFound } from '../../http/errors.ts';
import { type SaveTools, savePost } from '../../post-editing/save-post.ts';
import { getPost } from '../../posts/find-post.ts';
import { findWorkingCopy } from './working-copy.repository.ts';

export interface SavedCopy {
  readonly serviceId: string;
  readonly idOrSlug: string;
  readonly actor: string;
  readonly status: string | undefined;
  /** Revision of the post that the copy is based on; defaults to the one it was started from. */
  readonly revision: number | undefined;
}

/**
 * Saves a working copy to its post and deletes it, unless it has changed meanwhile.
 * @throws {HttpError} when there is no copy, it is invalid, or the post was saved since
 */
export async function saveCopy(
  tools: SaveTools,
  { serviceId, idOrSlug, actor, status, revision }: SavedCopy,
): Promise<AdminPost> {
  const { reader } = tools.database;
  const { postId } = await getPost(reader, serviceId, idOrSlug);
  const copy = await findWorkingCopy(reader, { serviceId, postId, username: actor });
  if (!copy) throw notFound();
  const typed = {
    ...JSON.parse(copy.content),
    ...(status !== undefined && { status }),
    revision: revision ?? copy.baseRevision,
  };
  const parsed = PostUpdate.safeParse(typed, { reportInput: true });
  if (!parsed.success) throw invalidBySchema(parsed.error);
  return savePost(tools, { serviceId, idOrSlug: postId, actor, typed: copy.content }, parsed.data);
}
