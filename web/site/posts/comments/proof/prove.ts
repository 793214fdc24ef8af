import type { CommentInput } from '#contract/comments.ts';

/** Bot protection results; those not required or unavailable are left out. */
export type Proofs = Pick<CommentInput, 'altcha' | 'recaptcha'>;

/** Waits for the proofs. A comment without a required one is sent anyway, and held for moderation. */
export type Prove = () => Promise<Proofs>;
