import { z } from 'zod';

/** How much of what posts leave behind is kept, and for how long. */
export const ContentChoices = z.strictObject({
  history: z
    .strictObject({
      /** Revisions of one post; the oldest go first. */
      maxRevisions: z.int().min(1).max(10_000).default(200),
      /** Older revisions go, but the newest of a post stays. */
      maxDays: z.int().min(1).max(36_500).default(1825),
    })
    .prefault({}),
  /** How long a deleted post can be brought back. */
  binDays: z.int().min(1).max(3650).default(30),
  /** How long a preview token opens its post. */
  previewDays: z.int().min(1).max(3650).default(30),
});
export type ContentChoices = z.output<typeof ContentChoices>;
