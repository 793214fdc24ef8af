import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import { adminPostApi } from '#contract/admin-posts.ts';
import { type AdminTag, adminTagApi } from '#contract/admin-tags.ts';
import { bulkPostApi } from '#contract/bulk-posts.ts';
import { MAX_PAGE } from '#contract/paging.ts';
import { NewTagLabel } from '#contract/tags.ts';
import { consoleCall } from '../../session/console-call.ts';
import { confirm } from '../ui/confirm.tsx';
import { staleVersionOf } from '../ui/failure-text.ts';
import { notifyFailure, notifySuccess, notifyUndoable } from '../ui/notify.tsx';
import { askForLabel, askForMerge } from './tag-dialogs.tsx';

/** Undo restores a deleted tag on at most this many posts, the page size of the post list. */
const MAX_RESTORED_POSTS = MAX_PAGE;

export type TagActions = ReturnType<typeof useTagActions>;

export function useTagActions(serviceId: string) {
  const { t } = useTranslation('console');
  const { revalidate } = useRevalidator();
  const params = { serviceId };

  function create(): void {
    askForLabel({
      title: t('tags.create'),
      label: t('tags.label'),
      action: t('action.create'),
      initial: '',
      save: async (label) => {
        await consoleCall(adminTagApi.create, { params, body: { label } });
        notifySuccess('tags.created', { label });
        await revalidate();
      },
    });
  }

  function rename(tag: AdminTag): void {
    askForLabel({
      title: t('tags.renameTitle', { label: tag.label }),
      label: t('tags.newLabel'),
      action: t('tags.renameAction'),
      initial: tag.label,
      save: async (label, former = tag) => {
        if (label === former.label) return;
        const renamed = await relabel(former, label);
        const undo = () =>
          notifyIfUndoFails(async () => {
            await relabel(renamed, former.label);
            notifySuccess('tags.renamedBack', { label: former.label });
          });
        notifyUndoable('tags.renamed', { values: { former: former.label, label }, ...(isAllowed(former) && { undo }) });
      },
      onTaken: ({ label }) => merge(tag, label),
    });
  }

  async function relabel({ tagId, revision }: AdminTag, label: string): Promise<AdminTag> {
    try {
      const body = { label, revision };
      const renamed = await consoleCall(adminTagApi.rename, { params: { serviceId, tagId }, body });
      await revalidate();
      return renamed;
    } catch (error) {
      if (staleVersionOf(error)) await revalidate();
      throw error;
    }
  }

  function merge(tag: AdminTag, proposed = ''): void {
    askForMerge({
      title: t('tags.mergeTitle', { label: tag.label }),
      tag,
      into: proposed,
      merge: async ({ tagId: into, label }) => {
        await consoleCall(adminTagApi.merge, { params: { serviceId, tagId: tag.tagId }, body: { into } });
        notifySuccess('tags.merged', { label: tag.label, into: label });
        await revalidate();
      },
    });
  }

  async function remove(tag: AdminTag): Promise<void> {
    const { tagId, label, postCount } = tag;
    const canBeUndone = postCount <= MAX_RESTORED_POSTS && isAllowed(tag);
    const texts = [
      postCount === 0 ? t('categories.deleteText') : t('tags.deleteText', { count: postCount }),
      ...(canBeUndone ? [] : [t('tags.deleteForGood')]),
    ];
    const question = { title: t('tags.deleteTitle', { label }), text: texts.join(' '), action: t('action.delete') };
    if (!(await confirm({ ...question, isDangerous: true }))) return;
    try {
      const postIds = canBeUndone && postCount > 0 ? await postsWith(label) : [];
      await consoleCall(adminTagApi.delete, { params: { serviceId, tagId } });
      const undo = () => notifyIfUndoFails(() => restore(label, postIds));
      notifyUndoable('done.deleted', canBeUndone ? { undo } : {});
    } catch (error) {
      notifyFailure(error, 'failure.delete');
    }
    await revalidate();
  }

  async function postsWith(label: string): Promise<string[]> {
    const query = { tag: label, count: MAX_RESTORED_POSTS };
    const { items } = await consoleCall(adminPostApi.list, { params, query });
    return items.map(({ postId }) => postId);
  }

  async function restore(label: string, postIds: string[]): Promise<void> {
    if (postIds.length === 0) await consoleCall(adminTagApi.create, { params, body: { label } });
    else await consoleCall(bulkPostApi.change, { params, body: { action: 'tag', tags: [{ label }], postIds } });
    notifySuccess('tags.broughtBack', { label });
    await revalidate();
  }

  return { create, rename, merge: (tag: AdminTag) => merge(tag), remove };
}

/** Older and imported labels may contain commas, which new labels must not. */
function isAllowed({ label }: AdminTag): boolean {
  return NewTagLabel.safeParse(label).success;
}

async function notifyIfUndoFails(undo: () => Promise<void>): Promise<void> {
  try {
    await undo();
  } catch (error) {
    notifyFailure(error);
  }
}
