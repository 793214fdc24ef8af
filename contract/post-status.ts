import type { PostStatus } from './posts.ts';

interface StoredStatus {
  readonly status: PostStatus;
  readonly effectiveAt: string | null;
}

/** What a post is by now, of what is stored: once its time has come a reserved one is published. */
export function statusAt({ status, effectiveAt }: StoredStatus, now: string): PostStatus {
  const isDue = status === 'reserved' && effectiveAt !== null && effectiveAt <= now;
  return isDue ? 'published' : status;
}
