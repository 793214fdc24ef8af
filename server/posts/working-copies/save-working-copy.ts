import { type AdminPost, PostUpdate } from '#contract/admin-posts.ts';
import { invalidBySchema, notFound } from '../../platform/errors.ts';
import { getPost } from '../find-post.ts';
import { type SaveTools, savePost } from '../save-post.ts';
import { findWorkingCopy } from './working-copy.repository.ts';

export interface SavedCopy {
  readonly serviceId: string;
  readonly idOrSlug: string;
  readonly actor: string;
  /** In place of the copy's own. */
  readonly status: string | undefined;
  /** The revision that the copy follows, if it is not the one that it began with. */
  readonly revision: number | undefined;
}

/**
 * Saves what somebody has typed, which ends the copy, unless it has been typed on meanwhile.
 * @throws {Refusal} when there is none, when it cannot be right, or when somebody has saved since.
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
