import { useTranslation } from 'react-i18next';
import { type AdminPostGroup, adminPostGroupApi } from '#contract/post-groups.ts';
import { consoleCall } from '../../session/console-call.ts';
import { confirm } from '../ui/confirm.tsx';
import { notifyFailure, notifySuccess, notifyUndoable } from '../ui/notify.tsx';

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
