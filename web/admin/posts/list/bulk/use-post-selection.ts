import { useRef, useState } from 'react';
import type { AdminPostRow } from '#contract/admin-posts.ts';
import { MAX_BULK } from '#contract/bulk-posts.ts';

export interface PostSelection {
  readonly posts: readonly AdminPostRow[];
  readonly has: (postId: string) => boolean;
  readonly countShown: number;
  readonly isFull: boolean;
  /** Toggles a post; as a range together with all posts since the last toggled one. */
  readonly toggle: (postId: string, isRange: boolean) => void;
  readonly toggleShown: () => void;
  readonly extend: (from: number, to: number) => void;
  readonly clear: () => void;
}

interface StoredSelection {
  readonly list: string;
  readonly chosen: ChosenPosts;
}

const NOTHING: ChosenPosts = new Map();

/** Keeps the selection while paging; another list starts with an empty one. */
export function usePostSelection(list: string, shown: readonly AdminPostRow[]): PostSelection {
  const [selection, setSelection] = useState<StoredSelection>({ list, chosen: NOTHING });
  const last = useRef<string>(undefined);
  const chosen = selection.list === list ? selection.chosen : NOTHING;
  const countShown = shown.filter(({ postId }) => chosen.has(postId)).length;
  const store = (next: ChosenPosts) => setSelection({ list, chosen: next });
  // Prefers the rows loaded last, which may be newer than those at the time of selection.
  const latest = new Map(shown.map((post) => [post.postId, post]));
  return {
    posts: [...chosen.values()].map((post) => latest.get(post.postId) ?? post),
    has: (postId) => chosen.has(postId),
    countShown,
    isFull: chosen.size >= MAX_BULK,
    toggle: (postId, isRange) => {
      store(withRange(chosen, shown, { from: isRange ? last.current : undefined, to: postId }));
      last.current = postId;
    },
    toggleShown: () => store(withPosts(chosen, shown, countShown < shown.length)),
    extend: (from, to) => {
      store(withPosts(chosen, shown.slice(Math.min(from, to), Math.max(from, to) + 1), true));
      last.current = shown[to]?.postId;
    },
    clear: () => store(NOTHING),
  };
}

type ChosenPosts = ReadonlyMap<string, AdminPostRow>;

export function withPosts(chosen: ChosenPosts, posts: readonly AdminPostRow[], isSelected: boolean): ChosenPosts {
  const next = new Map(chosen);
  for (const post of posts) {
    if (!isSelected) next.delete(post.postId);
    else if (next.size < MAX_BULK) next.set(post.postId, post);
  }
  return next;
}

export function withRange(
  chosen: ChosenPosts,
  shown: readonly AdminPostRow[],
  { from, to }: { readonly from: string | undefined; readonly to: string },
): ChosenPosts {
  const end = shown.findIndex(({ postId }) => postId === to);
  if (end < 0) return chosen;
  const begin = shown.findIndex(({ postId }) => postId === from);
  const range = begin < 0 ? [end, end] : [Math.min(begin, end), Math.max(begin, end)];
  const [first = end, last = end] = range;
  return withPosts(chosen, shown.slice(first, last + 1), !chosen.has(to));
}
