import type { PostStatus } from './posts.ts';

interface StoredStatus {
  readonly status: PostStatus;
  readonly effectiveAt: string | null;
}

export function statusAt({ status, effectiveAt }: StoredStatus, now: string): PostStatus {
  const isDue = status === 'reserved' && effectiveAt !== null && effectiveAt <= now;
  return isDue ? 'published' : status;
}

/** Reserved posts count: readers see them once their time has come. */
export function isForReaders(status: string): boolean {
  return status === 'published' || status === 'reserved';
}
