import { adminPostGroupApi, type ListedPostGroup } from '#contract/post-groups.ts';
import { useLanguage } from '../../i18n/language.ts';
import { sortByLabel } from '../../i18n/sort-by-label.ts';
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
  const language = useLanguage();
  const groups = loaded.value && sortByLabel(loaded.value, language, ({ label }) => label);

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
