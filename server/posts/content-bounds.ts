import { toInstant } from '../platform/clock.ts';

/** How much of what posts leave behind is kept, and for how long; the installation chooses. */
export interface ContentBounds {
  readonly history: {
    /** Revisions of one post; the oldest go first. */
    readonly maxRevisions: number;
    /** Older revisions go, but the newest of a post stays. */
    readonly maxDays: number;
  };
  /** How long a deleted post can be brought back. */
  readonly binDays: number;
  /** How long a preview token opens its post. */
  readonly previewDays: number;
}

/** The instant that is so many days later; earlier, where their number is negative. */
export function inDays(from: Date, days: number): string {
  return toInstant(new Date(from.getTime() + days * 86_400_000));
}
