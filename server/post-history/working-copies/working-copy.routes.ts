import { type AdminPost, PostUpdate } from '#contract/admin-posts.ts';
import { fieldMessages } from '#contract/errors.ts';
import { looksLikeId } from '#contract/slugs.ts';
import { workingCopyApi } from '#contract/working-copies.ts';
import { writeTransaction } from '../../database/write-transaction.ts';
import { invalid, invalidBySchema, notFound } from '../../http/errors.ts';
import type { Api } from '../../http/implement.ts';
import { toInstant } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { type PostSave, type SaveTools, savePost } from '../../post-editing/save-post.ts';
import { getPost } from '../../posts/post.repository.ts';
import { storeWorkingCopy } from './change-working-copy.ts';
import { discardCopy, storeNewDraft, toWorkingCopy } from './new-draft.ts';
import { findWorkingCopy } from './working-copy.repository.ts';

export function workingCopyRoutes(api: Api, { log, ...tools }: SaveTools & { log: Log }): void {
  const { clock, database } = tools;
  const { reader } = database;

  api.implement(workingCopyApi.find, async ({ params: { serviceId, idOrSlug }, actor: { username } }) => {
    const post = await getPost(reader, serviceId, idOrSlug);
    const copy = await findWorkingCopy(reader, { serviceId, postId: post.postId, username });
    return copy ? toWorkingCopy(copy, post) : null;
  });

  api.implement(workingCopyApi.put, async ({ params: { serviceId, idOrSlug }, body, actor: { username } }) => {
    const { baseRevision, revision, ...typed } = body;
    const updatedAt = toInstant(clock.now());
    const copy = { serviceId, username, baseRevision, revision, updatedAt, content: JSON.stringify(typed) };
    if (baseRevision === 0 && looksLikeId(idOrSlug)) return storeNewDraft(tools, { ...copy, postId: idOrSlug }, log);
    const post = await getPost(reader, serviceId, idOrSlug);
    const { postId } = post;
    if (baseRevision === 0 || baseRevision > post.revision) throw invalid({ baseRevision: fieldMessages.invalid });
    return writeTransaction(database.writer, (trx) =>
      storeWorkingCopy(trx, { ...copy, postId }, (stored) => toWorkingCopy(stored, post)),
    );
  });

  api.implement(
    workingCopyApi.delete,
    async ({ params: { serviceId, idOrSlug }, query: { revision }, actor: { username } }) => {
      const post = await getPost(reader, serviceId, idOrSlug);
      await discardCopy(tools, { serviceId, postId: post.postId, username, revision });
      return null;
    },
  );

  api.implement(workingCopyApi.save, async ({ params, body: { status, revision }, actor: { username } }) => {
    const post = await saveCopy(tools, { ...params, status, revision, actor: username });
    const { serviceId, postId } = post;
    const fields = { serviceId, postId, revision: post.revision, status: post.status, actor: username };
    log.info(fields, 'post saved from its working copy');
    return post;
  });
}

interface SavedCopy extends Omit<PostSave, 'typed'> {
  readonly status: string | undefined;
  /** Revision of the post that the copy is based on; defaults to the one it was started from. */
  readonly revision: number | undefined;
}

/**
 * Keeps the copy when it has changed meanwhile.
 * @throws {HttpError} when there is no copy, it is invalid, or the post was saved since
 */
async function saveCopy(
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
    revision: revision ?? Math.max(copy.baseRevision, 1),
  };
  const parsed = PostUpdate.safeParse(typed, { reportInput: true });
  if (!parsed.success) throw invalidBySchema(parsed.error);
  return savePost(tools, { serviceId, idOrSlug: postId, actor, typed: copy.content }, parsed.data);
}
