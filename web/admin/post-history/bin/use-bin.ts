import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useRevalidator } from 'react-router';
import { adminPostApi } from '#contract/admin-posts.ts';
import { ApiError } from '#contract/api-client.ts';
import { messages } from '#contract/errors.ts';
import { type DeletedPost, deletedPostApi, type MissingPart } from '#contract/post-history.ts';
import { postBinPath } from '../../../paths/console.ts';
import { consoleCall } from '../../../session/console-call.ts';
import { confirmTyped } from '../../ui/confirm.tsx';
import { notifyFailure, notifySuccess, notifyUndoable } from '../../ui/notify.tsx';

/**
 * Restores a post, under a new slug if given.
 * @throws {ApiError} when the given slug is invalid or taken, for display at its field.
 */
export type RestorePost = (post: DeletedPost, slug?: string) => Promise<void>;
export type RemovePost = (post: DeletedPost) => Promise<void>;

export function useBin(serviceId: string): {
  readonly restore: RestorePost;
  readonly remove: RemovePost;
  readonly missing: readonly MissingPart[];
  readonly slugConflict: DeletedPost | undefined;
  readonly stopRestoring: () => void;
} {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  const revalidator = useRevalidator();
  const [missing, setMissing] = useState<readonly MissingPart[]>([]);
  const [slugConflict, setSlugConflict] = useState<DeletedPost>();

  async function showList(): Promise<void> {
    if (new URLSearchParams(location.search).has('look')) await navigate(postBinPath(serviceId));
    else await revalidator.revalidate();
  }

  async function undoRestore({ postId }: DeletedPost): Promise<void> {
    try {
      await consoleCall(adminPostApi.delete, { params: { serviceId, idOrSlug: postId } });
      setMissing([]);
      notifySuccess('posts.movedToBin');
    } catch (error) {
      notifyFailure(error, 'failure.delete');
    }
    await revalidator.revalidate();
  }

  async function restore(post: DeletedPost, slug?: string): Promise<void> {
    try {
      const params = { serviceId, postId: post.postId };
      const restored = await consoleCall(deletedPostApi.restore, { params, body: slug === undefined ? {} : { slug } });
      setSlugConflict(undefined);
      setMissing(restored.missing);
      notifyUndoable('posts.broughtBack', { undo: () => undoRestore(post) });
    } catch (error) {
      if (slug !== undefined && isAboutSlug(error)) throw error;
      if (isAboutSlug(error)) {
        setSlugConflict(post);
        return;
      }
      setSlugConflict(undefined);
      notifyFailure(error);
    }
    await showList();
  }

  async function remove(post: DeletedPost): Promise<void> {
    const question = {
      title: t('bin.removeTitle'),
      text: t('bin.confirmRemove', { title: post.title }),
      action: t('bin.remove'),
      word: post.slug,
    };
    if (!(await confirmTyped(question))) return;
    try {
      await consoleCall(deletedPostApi.deleteForGood, { params: { serviceId, postId: post.postId } });
      notifySuccess('done.deleted');
    } catch (error) {
      notifyFailure(error, 'failure.delete');
    }
    await showList();
  }

  return { restore, remove, missing, slugConflict, stopRestoring: () => setSlugConflict(undefined) };
}

function isAboutSlug(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status !== 400) return false;
  const { message, errors = [] } = error.body;
  return message === messages.slugTaken || errors.some(({ field }) => field === 'slug');
}
