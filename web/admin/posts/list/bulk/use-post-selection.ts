import { useRef, useState } from 'react';
import type { AdminPostRow } from '#contract/admin-posts.ts';
import { MAX_BULK } from '#contract/bulk-posts.ts';
import { type ChosenPosts, withPosts, withRange } from './chosen-posts.ts';

/** Selected posts, kept while paging through the list. */
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

interface Kept {
  readonly list: string;
  readonly chosen: ChosenPosts;
}

const NOTHING: ChosenPosts = new Map();

/** Keeps the selection per list; it is empty for another one. */
export function usePostSelection(list: string, shown: readonly AdminPostRow[]): PostSelection {
  const [kept, setKept] = useState<Kept>({ list, chosen: NOTHING });
  const last = useRef<string>(undefined);
  const chosen = kept.list === list ? kept.chosen : NOTHING;
  const countShown = shown.filter(({ postId }) => chosen.has(postId)).length;
  const keep = (next: ChosenPosts) => setKept({ list, chosen: next });
  // Prefers the rows loaded last, which may be newer than those at the time of selection.
  const latest = new Map(shown.map((post) => [post.postId, post]));
  return {
    posts: [...chosen.values()].map((post) => latest.get(post.postId) ?? post),
    has: (postId) => chosen.has(postId),
    countShown,
    isFull: chosen.size >= MAX_BULK,
    toggle: (postId, isRange) => {
      keep(withRange(chosen, shown, { from: isRange ? last.current : undefined, to: postId }));
      last.current = postId;
    },
    toggleShown: () => keep(withPosts(chosen, shown, countShown < shown.length)),
    extend: (from, to) => {
      keep(withPosts(chosen, shown.slice(Math.min(from, to), Math.max(from, to) + 1), true));
      last.current = shown[to]?.postId;
    },
    clear: () => keep(NOTHING),
  };
}
