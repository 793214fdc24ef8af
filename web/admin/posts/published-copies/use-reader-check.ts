import { useEffect, useRef, useState } from 'react';
import type { AdminPost } from '#contract/admin-posts.ts';

/** Post whose change is checked by the screen that opens next. */
let passedPostId: string | undefined;

/** Lets the next screen of the post check what readers see, when a save has changed that. */
export function passReaderCheck(before: AdminPost | undefined, saved: AdminPost): void {
  passedPostId = isSeen(before) || isSeen(saved) ? saved.postId : undefined;
}

function isSeen(post: AdminPost | undefined): boolean {
  return post?.status === 'published';
}

export interface ReaderCheck {
  /** Undefined until a change for readers, and after `dismiss`. */
  readonly checked: AdminPost | undefined;
  readonly dismiss: () => void;
}

/** Starts a check whenever a newer revision of the post changes what readers see. */
export function useReaderCheck(post: AdminPost | undefined): ReaderCheck {
  const [checked, setChecked] = useState<AdminPost>();
  const seen = useRef(post);
  useEffect(() => {
    const before = seen.current;
    seen.current = post;
    if (!post) return;
    const isPassed = passedPostId === post.postId;
    passedPostId = undefined;
    if (before?.postId !== post.postId) setChecked(undefined);
    const isChanged = before?.postId === post.postId && before.revision !== post.revision;
    if (isPassed || (isChanged && (isSeen(before) || isSeen(post)))) setChecked(post);
  }, [post]);
  return { checked, dismiss: () => setChecked(undefined) };
}
