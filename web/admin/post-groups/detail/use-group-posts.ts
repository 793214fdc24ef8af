import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { ApiError } from '#contract/api-client.ts';
import { type AdminPostGroup, adminPostGroupApi } from '#contract/post-groups.ts';
import { quietCall } from '../../../session/console-call.ts';
import { notifyFailure } from '../../ui/notify.tsx';
import type { Ids, OrderStep } from './post-order.ts';

export interface GroupPosts {
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

  const notice = new Set(group.posts?.map(({ postId }) => postId));
  const isForeign = (some: Ids): boolean => some.some((postId) => !notice.has(postId));

  return { ids, change };
}

function currentIdsOf(error: unknown): Ids | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined;
  const { postIds } = (error.body.current ?? {}) as Partial<AdminPostGroup>;
  return postIds;
}
