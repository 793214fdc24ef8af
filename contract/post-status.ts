import type { PostStatus } from './posts.ts';

interface StoredStatus {
  readonly status: PostStatus;
  readonly effectiveAt: string | null;
}

/** Returns the effective status: a reserved post counts as published once its time has come. */
export function statusAt({ status, effectiveAt }: StoredStatus, now: string): PostStatus {
  const isDue = status === 'reserved' && effectiveAt !== null && effectiveAt <= now;
  return isDue ? 'published' : status;
}

/** Reserved posts count: readers see them once their time has come. */
export function isForReaders(status: string): boolean {
  return status === 'published' || status === 'reserved';
}
