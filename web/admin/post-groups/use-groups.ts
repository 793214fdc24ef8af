import { useTranslation } from 'react-i18next';
import { type AdminPostGroup, adminPostGroupApi, type ListedPostGroup } from '#contract/post-groups.ts';
import { useLanguage } from '../../i18n/language.ts';
import { sortByLabel } from '../../i18n/sort-by-label.ts';
import { backgroundCall, consoleCall, quietCall } from '../../session/console-call.ts';
import { confirm } from '../ui/confirm.tsx';
import { notifyFailure, notifySuccess, notifyUndoable } from '../ui/notify.tsx';
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

type Group = Pick<AdminPostGroup, 'serviceId' | 'slug' | 'label'>;

/** Undo creates the group again with its posts in their order. */
export function useRemoveGroup(onChange: (change: 'removed' | 'broughtBack') => Promise<void>) {
  const { t } = useTranslation('console');

  async function restore({ serviceId, slug, label, postIds }: AdminPostGroup): Promise<void> {
    try {
      await consoleCall(adminPostGroupApi.create, { params: { serviceId }, body: { slug, label, postIds } });
      notifySuccess('groups.broughtBack', { label });
      await onChange('broughtBack');
    } catch (error) {
      notifyFailure(error);
    }
  }

  return async ({ serviceId, slug, label }: Group): Promise<boolean> => {
    const question = {
      title: t('groups.deleteTitle', { label }),
      text: t('groups.confirmDelete'),
      action: t('action.delete'),
      isDangerous: true,
    };
    if (!(await confirm(question))) return false;
    const params = { serviceId, slug };
    try {
      // Reads the current version for undo.
      const group = await consoleCall(adminPostGroupApi.find, { params, query: {} });
      await consoleCall(adminPostGroupApi.delete, { params });
      notifyUndoable('groups.deleted', { undo: () => restore(group), values: { label: group.label } });
    } catch (error) {
      notifyFailure(error, 'failure.delete');
      return false;
    }
    await onChange('removed');
    return true;
  };
}
