import { useRef, useState } from 'react';
import type { AdminPostRow } from '#contract/admin-posts.ts';
import { MAX_BULK } from '#contract/bulk-posts.ts';
import { type ChosenPosts, withPosts, withRange } from './chosen-posts.ts';

/** The posts of a list that something is to be done with; they stay chosen while its pages are turned. */
export interface PostSelection {
  readonly posts: readonly AdminPostRow[];
  readonly has: (postId: string) => boolean;
  /** Of the page that is shown. */
  readonly countShown: number;
  readonly isFull: boolean;
  /** With everything between it and the one before, as a range. */
  readonly toggle: (postId: string, isRange: boolean) => void;
  readonly toggleShown: () => void;
  /** Chooses what stands at one place of the page and at the next. */
  readonly extend: (from: number, to: number) => void;
  readonly clear: () => void;
}

interface Kept {
  readonly list: string;
  readonly chosen: ChosenPosts;
}

const NOTHING: ChosenPosts = new Map();

/** Another list begins with nothing chosen. */
export function usePostSelection(list: string, shown: readonly AdminPostRow[]): PostSelection {
  const [kept, setKept] = useState<Kept>({ list, chosen: NOTHING });
  const last = useRef<string>(undefined);
  const chosen = kept.list === list ? kept.chosen : NOTHING;
  const countShown = shown.filter(({ postId }) => chosen.has(postId)).length;
  const keep = (next: ChosenPosts) => setKept({ list, chosen: next });
  // What has been read again since is shown as it is now.
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
