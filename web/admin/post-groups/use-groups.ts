import { adminPostGroupApi, type ListedPostGroup } from '#contract/post-groups.ts';
import { backgroundCall, quietCall } from '../../session/console-call.ts';
import { useLoaded } from '../ui/use-loaded.ts';
import { freeSlug } from './group-form-values.ts';

export interface KnownGroups {
  /** Sorted by label; undefined while loading. */
  readonly groups: readonly ListedPostGroup[] | undefined;
  readonly hasFailed: boolean;
  readonly load: () => void;
  readonly create: (label: string, postIds?: readonly string[]) => Promise<ListedPostGroup>;
}

export function useGroups(serviceId: string): KnownGroups {
  const request = { params: { serviceId }, query: { withPostIds: '0' } };
  const loaded = useLoaded(serviceId, () => backgroundCall(adminPostGroupApi.list, request));
  const groups = loaded.value?.toSorted(byLabel);

  async function create(label: string, postIds: readonly string[] = []): Promise<ListedPostGroup> {
    const slug = freeSlug(label, new Set(groups?.map((group) => group.slug)));
    const body = { slug, label, postIds: [...postIds] };
    const made = await quietCall(adminPostGroupApi.create, { params: { serviceId }, body });
    const listed = { ...made, postCount: postIds.length };
    loaded.setValue((before = []) => [...before, listed]);
    return listed;
  }

  return { groups, hasFailed: loaded.state === 'failed', load: loaded.reload, create };
}

function byLabel(a: ListedPostGroup, b: ListedPostGroup): number {
  return a.label.localeCompare(b.label, undefined, { numeric: true });
}
