import { fieldMessages } from '#contract/errors.ts';
import { type WorkingCopy, workingCopyApi } from '#contract/working-copies.ts';
import { invalid, notFound } from '../../http/errors.ts';
import type { Api } from '../../http/implement.ts';
import { toInstant } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { SaveTools } from '../../post-editing/save-post.ts';
import { getPost } from '../../posts/find-post.ts';
import type { WholePost } from '../../posts/stored-post.ts';
import { dropWorkingCopy, keepWorkingCopy, saveCopy } from './change-working-copy.ts';
import { findWorkingCopy, type StoredCopy } from './working-copy.repository.ts';

export function workingCopyRoutes(api: Api, { log, ...tools }: SaveTools & { log: Log }): void {
  const { clock, database } = tools;
  const { reader } = database;

  api.implement(workingCopyApi.find, async ({ params: { serviceId, idOrSlug }, actor: { username } }) => {
    const post = await getPost(reader, serviceId, idOrSlug);
    const copy = await findWorkingCopy(reader, { serviceId, postId: post.postId, username });
    if (!copy) throw notFound();
    return toWorkingCopy(copy, post);
  });

  api.implement(workingCopyApi.put, async ({ params: { serviceId, idOrSlug }, body, actor: { username } }) => {
    const { baseRevision, revision, ...typed } = body;
    const post = await getPost(reader, serviceId, idOrSlug);
    const { postId } = post;
    if (baseRevision > post.revision) throw invalid({ baseRevision: fieldMessages.invalid });
    const updatedAt = toInstant(clock.now());
    const copy = { serviceId, postId, username, baseRevision, revision, updatedAt, content: JSON.stringify(typed) };
    return keepWorkingCopy(database, copy, (stored) => toWorkingCopy(stored, post));
  });

  api.implement(
    workingCopyApi.delete,
    async ({ params: { serviceId, idOrSlug }, query: { revision }, actor: { username } }) => {
      const post = await getPost(reader, serviceId, idOrSlug);
      const key = { serviceId, postId: post.postId, username, revision };
      await dropWorkingCopy(database, key, (stored) => toWorkingCopy(stored, post));
      return null;
    },
  );

  api.implement(workingCopyApi.save, async ({ params, body: { status, revision }, actor: { username } }) => {
    const post = await saveCopy(tools, { ...params, status, revision, actor: username });
    const { serviceId, postId } = post;
    const told = { serviceId, postId, revision: post.revision, status: post.status, actor: username };
    log.info(told, 'post saved from its working copy');
    return post;
  });
}

function toWorkingCopy(
  { postId, baseRevision, revision, updatedAt, content }: StoredCopy,
  post: WholePost,
): WorkingCopy {
  const isStale = post.revision > baseRevision;
  return { postId, baseRevision, revision, updatedAt, isStale, content: JSON.parse(content) };
}
