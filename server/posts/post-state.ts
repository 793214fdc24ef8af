import type { PostStatus } from '#contract/posts.ts';
import { type Clock, toEffectiveAt, toInstant } from '../platform/clock.ts';

/** What an author asks for; a publish time in the future reserves the post. */
export interface PostSchedule {
  readonly status: 'draft' | 'published';
  /** Left out, publishing is at once. */
  readonly publishAt?: Date | undefined;
}

export interface PostState {
  readonly status: PostStatus;
  readonly publishAt: string | null;
  readonly effectiveAt: string | null;
}

/** The stored state that an author's wish leads to. */
export function toState({ status, publishAt }: PostSchedule, { clock }: { clock: Clock }): PostState {
  const now = clock.now();
  if (status === 'draft') return { status, publishAt: publishAt ? toInstant(publishAt) : null, effectiveAt: null };
  const at = publishAt ?? now;
  return {
    status: at > now ? 'reserved' : 'published',
    publishAt: toInstant(at),
    effectiveAt: toInstant(toEffectiveAt(at, now)),
  };
}

export interface StoredState {
  readonly status: string;
  readonly effectiveAt: string | null;
  readonly publishAt: string | null;
  readonly isHiddenInList: boolean;
}

/** Whether readers may open the post by its own address. */
export function isVisible({ status, effectiveAt }: StoredState, now: string): boolean {
  return (status === 'published' || status === 'reserved') && effectiveAt !== null && effectiveAt <= now;
}

/** The state in the words of the wire: ours, and the pair that existing clients read. */
export function toWireState(
  post: StoredState,
  now: string,
): { status: PostStatus; postStatus: 'publish' | 'unpublish'; statusPublishAt: string } {
  const status = (isVisible(post, now) ? 'published' : post.status) as PostStatus;
  const postStatus = status === 'published' || status === 'reserved' ? 'publish' : 'unpublish';
  const prefix =
    status === 'reserved' ? 'reserve' : postStatus === 'publish' && post.isHiddenInList ? 'hidden' : postStatus;
  return { status, postStatus, statusPublishAt: `${prefix}#${post.publishAt ?? 'None'}` };
}
