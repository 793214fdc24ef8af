import type { CommentInput } from '#contract/comments.ts';

/** What proves that a person sends a comment, as far as it is asked for and can be had. */
export type Proofs = Pick<CommentInput, 'altcha' | 'recaptcha'>;

/** Waits until the proofs are there. Without one of them a comment is sent all the same, and held. */
export type Prove = () => Promise<Proofs>;
