import { useCallback, useEffect, useState } from 'react';
import { adminPostGroupApi, type ListedPostGroup } from '#contract/post-groups.ts';
import { backgroundCall, quietCall } from '../../session/console-call.ts';
import { freeSlug } from './group-slug.ts';

export interface KnownGroups {
  /** Sorted by label; undefined while loading. */
  readonly groups: readonly ListedPostGroup[] | undefined;
  readonly hasFailed: boolean;
  readonly load: () => void;
  readonly create: (label: string, postIds?: readonly string[]) => Promise<ListedPostGroup>;
}

export function useGroups(serviceId: string): KnownGroups {
  const [groups, setGroups] = useState<readonly ListedPostGroup[]>();
  const [hasFailed, setHasFailed] = useState(false);
  const [reloads, setReloads] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `reloads` triggers a reload
  useEffect(() => {
    let isActive = true;
    setHasFailed(false);
    const request = { params: { serviceId }, query: { withPostIds: '0' } };
    backgroundCall(adminPostGroupApi.list, request).then(
      (found) => isActive && setGroups(found.toSorted(byLabel)),
      () => isActive && setHasFailed(true),
    );
    return () => {
      isActive = false;
    };
  }, [serviceId, reloads]);

  const load = useCallback(() => setReloads((before) => before + 1), []);

  async function create(label: string, postIds: readonly string[] = []): Promise<ListedPostGroup> {
    const slug = freeSlug(label, new Set(groups?.map((group) => group.slug)));
    const body = { slug, label, postIds: [...postIds] };
    const made = await quietCall(adminPostGroupApi.create, { params: { serviceId }, body });
    const listed = { ...made, postCount: postIds.length };
    setGroups((before = []) => [...before, listed].toSorted(byLabel));
    return listed;
  }

  return { groups, hasFailed, load, create };
}

function byLabel(a: ListedPostGroup, b: ListedPostGroup): number {
  return a.label.localeCompare(b.label, undefined, { numeric: true });
}
