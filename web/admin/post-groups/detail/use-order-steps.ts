import { notifications } from '@mantine/notifications';
import { useMemo, useRef } from 'react';
import type { ConsoleKey } from '../../ui/failure-text.ts';
import { notifyUndoable } from '../../ui/notify.tsx';
import {
  append,
  type Direction,
  moveBy,
  moveOnto,
  type OrderStep,
  placeAfter,
  predecessorOf,
  without,
} from './post-order.ts';
import type { GroupPosts } from './use-group-posts.ts';

interface NamedPost {
  readonly postId: string;
  readonly title: string;
}

export interface OrderSteps {
  readonly drop: (postId: string, overId: string) => void;
  readonly move: (postId: string, direction: Direction) => void;
  readonly remove: (post: NamedPost) => void;
  readonly add: (post: NamedPost) => Promise<void>;
}

/** The functions are stable, so that memoized rows do not render again. */
export function useOrderSteps(posts: GroupPosts): OrderSteps {
  const toast = useRef('');
  const latest = useRef(posts);
  latest.current = posts;

  return useMemo(() => {
    async function take(step: OrderStep, back: OrderStep, text: ConsoleKey, post?: NamedPost): Promise<void> {
      if (!(await latest.current.change(step))) return;
      // Only the last step can be undone.
      notifications.hide(toast.current);
      const undo = async () => void (await latest.current.change(back));
      toast.current = notifyUndoable(text, { undo, values: { title: post?.title ?? '' }, place: () => linkOf(post) });
    }

    const backTo = (postId: string) => placeAfter(postId, predecessorOf(latest.current.ids, postId));

    function reorder(postId: string, step: OrderStep | undefined): void {
      if (step) void take(step, backTo(postId), 'groups.detail.reordered');
    }

    return {
      drop: (postId, overId) => reorder(postId, moveOnto(latest.current.ids, postId, overId)),
      move: (postId, direction) => reorder(postId, moveBy(latest.current.ids, postId, direction)),
      remove: (post) => void take(without(post.postId), backTo(post.postId), 'groups.detail.removed', post),
      add: (post) => take(append(post.postId), without(post.postId), 'groups.detail.added', post),
    };
  }, []);
}

function linkOf(post: NamedPost | undefined): HTMLElement | null {
  return document.querySelector(`.group-posts > [data-post-id="${CSS.escape(post?.postId ?? '')}"] a`);
}
