import { Button, Menu } from '@mantine/core';
import { Copy, CopyPlus, Ellipsis, ExternalLink, History, Pencil, Star, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useRevalidator } from 'react-router';
import { type AdminPost, adminPostApi } from '#contract/admin-posts.ts';
import { deletedPostApi } from '#contract/post-history.ts';
import { isForReaders } from '#contract/post-status.ts';
import { postCreatePath, postDetailPath, postEditPath, postHistoryPath, postListPath } from '../../../paths/console.ts';
import { isEditor, useActor } from '../../../session/actor.ts';
import { consoleCall } from '../../../session/console-call.ts';
import { copyText } from '../../../ui/copy-text.ts';
import { passToForm } from '../../drafts/use-post-draft.ts';
import { valuesOfDuplicate } from '../../post-form/post-form-values.ts';
import { confirm } from '../../ui/confirm.tsx';
import { toLocalInput } from '../../ui/local-time.ts';
import { notifyFailure, notifyProblem, notifySuccess, notifyUndoable } from '../../ui/notify.tsx';
import { rememberedSearch } from '../list/list-state.ts';
import { previewAddress, publicAddress } from '../public-address.ts';
import { askBeforePublishing, type PublishQuestion } from '../publish-dialog.tsx';
import { addressOf } from '../shown-file.ts';

interface PostActionsProps {
  readonly post: AdminPost;
  readonly onChooseGroups: () => void;
}

export function PostActions({ post, onChooseGroups }: PostActionsProps) {
  const { t } = useTranslation('console');
  const canWrite = isEditor(useActor());
  const { serviceId, postId } = post;
  const preview = previewAddress(post, location.origin);
  return (
    <div className="post-actions ui-row ui-gap-2">
      {canWrite && (
        <Button component={Link} to={postEditPath(serviceId, postId)} leftSection={<Pencil />}>
          {t('action.edit')}
        </Button>
      )}
      {canWrite && <StatusButton post={post} />}
      <Button
        component="a"
        href={preview}
        target="_blank"
        rel="noreferrer"
        variant="default"
        leftSection={<ExternalLink />}
      >
        {t('posts.preview')}
      </Button>
      <MoreActions post={post} preview={preview} canWrite={canWrite} onChooseGroups={onChooseGroups} />
    </div>
  );
}

function StatusButton({ post }: { post: AdminPost }) {
  const { t } = useTranslation('console');
  const { isScheduled, change } = useStatusChange(post);
  return (
    <Button variant="outline" onClick={() => void change()}>
      {t(labelOf(post, isScheduled))}
    </Button>
  );
}

function labelOf({ status }: AdminPost, isScheduled: boolean) {
  if (status === 'reserved') return 'posts.cancelSchedule';
  if (isForReaders(status)) return 'posts.unpublish';
  return isScheduled ? 'posts.schedule' : 'posts.publish';
}

interface MoreActionsProps extends PostActionsProps {
  readonly preview: string;
  readonly canWrite: boolean;
}

function MoreActions({ post, preview, canWrite, onChooseGroups }: MoreActionsProps) {
  const { serviceId, postId, title } = post;
  const { t } = useTranslation('console');
  const navigate = useNavigate();

  async function copy(): Promise<void> {
    if (await copyText(preview)) notifySuccess('done.copied');
    else notifyProblem('posts.copyFailed');
  }

  function duplicate(): void {
    const values = valuesOfDuplicate(post, t('posts.titleOfCopy', { title }));
    passToForm({ postId: '', values, isSaved: false, cursor: undefined });
    void navigate(postCreatePath(serviceId));
  }

  async function remove(): Promise<void> {
    const question = {
      title: t('posts.deleteTitle', { title }),
      text: t('posts.confirmDelete'),
      action: t('action.delete'),
      isDangerous: true,
    };
    if (!(await confirm(question))) return;
    try {
      await consoleCall(adminPostApi.delete, { params: { serviceId, idOrSlug: postId } });
      notifyUndoable('posts.movedToBin', { undo: restore });
      await navigate(postListPath(serviceId, rememberedSearch(serviceId)));
    } catch (error) {
      notifyFailure(error, 'failure.delete');
    }
  }

  async function restore(): Promise<void> {
    try {
      await consoleCall(deletedPostApi.restore, { params: { serviceId, postId }, body: {} });
      notifySuccess('posts.broughtBack');
      await navigate(postDetailPath(serviceId, postId));
    } catch (error) {
      notifyFailure(error);
    }
  }

  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" aria-label={t('posts.more')} px="xs">
          <Ellipsis />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Copy />} onClick={() => void copy()}>
          {t('posts.copyPreview')}
        </Menu.Item>
        {canWrite && (
          <>
            <Menu.Item leftSection={<CopyPlus />} onClick={duplicate}>
              {t('posts.duplicate')}
            </Menu.Item>
            <Menu.Item leftSection={<Star />} onClick={onChooseGroups}>
              {t('groups.ofPost.open')}
            </Menu.Item>
            <Menu.Item component={Link} to={postHistoryPath(serviceId, postId)} leftSection={<History />}>
              {t('postDetail.history')}
            </Menu.Item>
            <Menu.Divider />
          </>
        )}
        {canWrite && (
          <Menu.Item color="var(--vermilion)" leftSection={<Trash2 />} onClick={() => void remove()}>
            {t('action.delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function useStatusChange(post: AdminPost) {
  const revalidator = useRevalidator();
  const { serviceId, postId, status, revision, publishAt } = post;
  const isLive = isForReaders(status);
  const isScheduled = !isLive && publishAt !== null && new Date(publishAt) > new Date();

  async function set(nextStatus: 'publish' | 'unpublish', seen: number): Promise<number | undefined> {
    try {
      const body = { status: nextStatus, revision: seen };
      return (await consoleCall(adminPostApi.setStatus, { params: { serviceId, idOrSlug: postId }, body })).revision;
    } catch (error) {
      notifyFailure(error, 'failure.update');
      return undefined;
    } finally {
      // Also after a failure, because the shown state may be outdated.
      await revalidator.revalidate();
    }
  }

  async function change(): Promise<void> {
    if (!isLive && !(await askBeforePublishing(toQuestion(post)))) return;
    const changed = await set(isLive ? 'unpublish' : 'publish', revision);
    if (changed === undefined) return;
    const undo = async () => void (await set(isLive ? 'publish' : 'unpublish', changed));
    notifyUndoable('posts.statusChanged', { undo });
  }

  return { isScheduled, change };
}

function toQuestion(post: AdminPost): PublishQuestion {
  const { serviceId, service, title, body, bodyFormat, description, slug, thumbnail, images, publishAt } = post;
  return {
    serviceId,
    serviceLabel: service.label,
    title,
    body,
    bodyFormat,
    description,
    slug,
    images: [...(thumbnail ? [thumbnail] : []), ...images].map(({ fileId }) => fileId),
    address: publicAddress(post, location.origin),
    image: thumbnail ? addressOf(thumbnail) : undefined,
    publishAt: toLocalInput(publishAt),
    canChooseTime: false,
  };
}
