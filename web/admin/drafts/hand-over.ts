import type { PostFormValues } from '../posts/form/post-form-values.ts';

interface HandedOver {
  readonly postId: string;
  readonly values: PostFormValues;
  readonly isSaved: boolean;
  readonly cursor: number | undefined;
}

let handed: HandedOver | undefined;

/** Keeps the values of the new-post form for the edit form that the navigation after creation opens. */
export function handOver(left: HandedOver): void {
  handed = left;
}

export function takeOver(postId: string): HandedOver | undefined {
  const taken = handed?.postId === postId ? handed : undefined;
  handed = undefined;
  return taken;
}
