import type { Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import { getPost } from '../posts/find-post.ts';
import { beginWrite } from '../posts/post.repository.ts';
import { changeState, type PostSchedule, type PostState, toState } from '../posts/post-state.ts';
import { hasOtherSource } from '../posts/stored-post.ts';
import { ensureTags } from '../tags/index.ts';
import { changePostIn } from './change-post.ts';
import { changedTags } from './read-post-input.ts';
import {
  type PreparedPost,
  rejectTakenSlug,
  toColumns,
  toDerivedColumns,
  type WriteOptions,
  type WrittenPost,
} from './write-post.ts';

/** Replaces the content of a post by an import. Id, creation, links, preview token and list visibility stay. */
export async function replacePost(
  trx: Transaction<Tables>,
  { clock, serviceId, actor, content, postId }: WriteOptions & { readonly postId: string },
  post: PreparedPost,
): Promise<WrittenPost> {
  await beginWrite(trx, serviceId);
  await rejectTakenSlug(trx, serviceId, post.slug, postId);
  const stored = await getPost(trx, serviceId, postId);
  const columns = { ...toColumns(post), ...stateAfter(stored, post, clock) };
  return changePostIn(trx, { clock, content }, { post: stored, actor }, async () => ({
    columns: { ...columns, ...(hasOtherSource(stored, columns) && toDerivedColumns(post.rendered)) },
    tags: await changedTags(trx, stored, await ensureTags(trx, { clock }, serviceId, post.tags)),
  }));
}

/** Unpublishes a published post instead of making it a draft, so that its redirects stay. */
function stateAfter(stored: PostState, { status, publishAt }: PostSchedule, clock: Clock): PostState {
  if (status === 'published' || stored.status === 'draft') return toState({ status, publishAt }, { clock });
  const at = publishAt && toInstant(publishAt);
  return changeState(stored, { status: 'unpublish', publishAt: at }, toInstant(clock.now()));
}
