import { notifications } from '@mantine/notifications';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { ApiError } from '#contract/api-client.ts';
import { type AdminPostGroup, adminPostGroupApi } from '#contract/post-groups.ts';
import { quietCall } from '../../../session/console-call.ts';
import type { ConsoleKey } from '../../ui/failure-text.ts';
import { notifyFailure, notifyUndoable } from '../../ui/notify.tsx';

interface GroupPosts {
  readonly ids: Ids;
  /** Shows a change immediately and saves it after earlier ones. Resolves with false when saving failed. */
  readonly change: (step: OrderStep) => Promise<boolean>;
}

const MAX_TRIES = 4;

/** Applies each change to the server's current order, so that no concurrent change is lost. */
export function useGroupPosts(group: AdminPostGroup): GroupPosts {
  const { serviceId, slug, postIds } = group;
  const [ids, setIds] = useState<Ids>(postIds);
  const known = useRef<Ids>(postIds);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const pending = useRef(0);
  const { revalidate } = useRevalidator();

  useEffect(() => {
    if (pending.current > 0) return;
    known.current = postIds;
    setIds(postIds);
  }, [postIds]);

  function change(step: OrderStep): Promise<boolean> {
    setIds(step);
    pending.current += 1;
    const saved = queue.current.then(() => save(step));
    queue.current = saved;
    return saved;
  }

  async function save(step: OrderStep): Promise<boolean> {
    const isSaved = await saveWithRetries(step).catch((error: unknown) => {
      notifyFailure(error, 'failure.update');
      return false;
    });
    pending.current -= 1;
    if (pending.current === 0) setIds(known.current);
    if (!isSaved || isForeign(known.current)) void revalidate();
    return isSaved;
  }

  async function saveWithRetries(step: OrderStep): Promise<boolean> {
    for (let tries = 1; ; tries += 1) {
      const formerPostIds = [...known.current];
      const body = { postIds: [...step(formerPostIds)], formerPostIds };
      try {
        known.current = (await quietCall(adminPostGroupApi.update, { params: { serviceId, slug }, body })).postIds;
        return true;
      } catch (error) {
        const current = currentIdsOf(error);
        if (current === undefined || tries === MAX_TRIES) throw error;
        known.current = current;
      }
    }
  }

  const knownIds = new Set(group.posts?.map(({ postId }) => postId));
  const isForeign = (some: Ids): boolean => some.some((postId) => !knownIds.has(postId));

  return { ids, change };
}

function currentIdsOf(error: unknown): Ids | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined;
  const { postIds } = (error.body.current ?? {}) as Partial<AdminPostGroup>;
  return postIds;
}

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

type Ids = readonly string[];

/** Change that can be applied to any later version of the order. */
type OrderStep = (ids: Ids) => Ids;

export function placeAfter(postId: string, afterId: string | undefined): OrderStep {
  return (ids) => {
    const others = ids.filter((id) => id !== postId);
    if (afterId === undefined) return [postId, ...others];
    const place = others.indexOf(afterId);
    return place === -1 ? [...others, postId] : others.toSpliced(place + 1, 0, postId);
  };
}

export function append(postId: string): OrderStep {
  return (ids) => (ids.includes(postId) ? ids : [...ids, postId]);
}

export function without(postId: string): OrderStep {
  return (ids) => ids.filter((id) => id !== postId);
}

/** Moves a post to the position of another, which shifts toward the old position. */
export function moveOnto(ids: Ids, postId: string, overId: string): OrderStep {
  const from = ids.indexOf(postId);
  const to = ids.indexOf(overId);
  return placeAfter(postId, from < to ? overId : ids[to - 1]);
}

export function predecessorOf(ids: Ids, postId: string): string | undefined {
  return ids[ids.indexOf(postId) - 1];
}

export type Direction = 'up' | 'down' | 'toTop' | 'toEnd';

export function moveBy(ids: Ids, postId: string, direction: Direction): OrderStep | undefined {
  const place = ids.indexOf(postId);
  const last = ids.length - 1;
  const target = { up: place - 1, down: place + 1, toTop: 0, toEnd: last }[direction];
  const over = ids[target];
  return over === undefined || target === place ? undefined : moveOnto(ids, postId, over);
}
