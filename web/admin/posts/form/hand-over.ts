import type { PostFormValues } from './post-form-values.ts';

/** What was in a form when another one took its place. */
interface HandedOver {
  readonly postId: string;
  readonly values: PostFormValues;
  /** Whether nothing was typed since it was sent. */
  readonly isSaved: boolean;
  /** Where the cursor was, if it was in the body. */
  readonly cursor: number | undefined;
}

let handed: HandedOver | undefined;

/** Leaves what is typed, also while a new post's own form was on its way, for that form. */
export function handOver(left: HandedOver): void {
  handed = left;
}

/** What was left for the form of a post, once. */
export function takeOver(postId: string): HandedOver | undefined {
  const taken = handed?.postId === postId ? handed : undefined;
  handed = undefined;
  return taken;
}
