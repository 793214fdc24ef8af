import type { AdminPostRow } from '#contract/admin-posts.ts';
import { MAX_BULK } from '#contract/bulk-posts.ts';

export type ChosenPosts = ReadonlyMap<string, AdminPostRow>;

/** Adds or removes posts, up to the maximum of one bulk call. */
export function withPosts(chosen: ChosenPosts, posts: readonly AdminPostRow[], isWanted: boolean): ChosenPosts {
  const next = new Map(chosen);
  for (const post of posts) {
    if (!isWanted) next.delete(post.postId);
    else if (next.size < MAX_BULK) next.set(post.postId, post);
  }
  return next;
}

/** Toggles the post `to` and gives all posts between `from` and `to` on this page the same state. */
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
