import { toInstant } from '../platform/clock.ts';

/** Configured retention limits of revisions, deleted posts and preview tokens. */
export interface ContentBounds {
  readonly history: {
    /** Maximum number of revisions per post. */
    readonly maxRevisions: number;
    /** Maximum age of revisions in days; the newest of each post stays. */
    readonly maxDays: number;
  };
  /** Days until a deleted post is removed permanently. */
  readonly binDays: number;
  /** Lifetime of a preview token in days. */
  readonly previewDays: number;
}

/** Adds days to an instant; negative numbers subtract. */
export function inDays(from: Date, days: number): string {
  return toInstant(new Date(from.getTime() + days * 86_400_000));
}
