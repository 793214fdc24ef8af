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
  const [asked, setAsked] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` triggers a reload
  useEffect(() => {
    let isWanted = true;
    setHasFailed(false);
    const request = { params: { serviceId }, query: { withPostIds: '0' } };
    backgroundCall(adminPostGroupApi.list, request).then(
      (found) => isWanted && setGroups(found.toSorted(byLabel)),
      () => isWanted && setHasFailed(true),
    );
    return () => {
      isWanted = false;
    };
  }, [serviceId, asked]);

  const load = useCallback(() => setAsked((before) => before + 1), []);

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
