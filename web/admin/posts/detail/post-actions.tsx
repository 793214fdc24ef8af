import { Button, Menu } from '@mantine/core';
import { Copy, Ellipsis, ExternalLink, Pencil, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useRevalidator } from 'react-router';
import { type AdminPost, adminPostApi } from '#contract/admin-posts.ts';
import { deletedPostApi } from '#contract/deleted-posts.ts';
import { isEditor, useActor } from '../../../session/actor.ts';
import { consoleCall } from '../../../session/console-call.ts';
import { copyText } from '../../../ui/copy-text.ts';
import { confirm } from '../../ui/confirm.tsx';
import { notifyFailure, notifyProblem, notifySuccess, notifyUndoable } from '../../ui/notify.tsx';
import { rememberedSearch } from '../list/list-memory.ts';
import { editPostPath, postPath, postsPath } from '../post-paths.ts';
import { previewAddress } from './public-address.ts';

/** What can be done with a post; viewers may look at it as readers will, and no more. */
export function PostActions({ post }: { post: AdminPost }) {
  const { t } = useTranslation('console');
  const canWrite = isEditor(useActor());
  const { serviceId, postId } = post;
  const preview = previewAddress(post, location.origin);
  return (
    <div className="page-title-actions post-actions">
      {canWrite && (
        <Button
          component={Link}
          to={editPostPath(serviceId, postId)}
          leftSection={<Pencil size={16} aria-hidden="true" />}
        >
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
        leftSection={<ExternalLink size={16} aria-hidden="true" />}
      >
        {t('posts.preview')}
      </Button>
      <MoreActions post={post} preview={preview} canWrite={canWrite} />
    </div>
  );
}

/** Unpublishing can be undone and asks nothing, publishing asks. */
function StatusButton({ post: { serviceId, postId, status, revision } }: { post: AdminPost }) {
  const { t } = useTranslation('console');
  const revalidator = useRevalidator();
  const isLive = status === 'published' || status === 'reserved';

  async function change(): Promise<void> {
    const question = { title: t('confirm.title'), text: t('posts.confirmPublish'), action: t('posts.publish') };
    if (!isLive && !(await confirm(question))) return;
    try {
      const body = { status: isLive ? 'unpublish' : 'publish', revision };
      await consoleCall(adminPostApi.setStatus, { params: { serviceId, idOrSlug: postId }, body });
      notifySuccess('posts.statusChanged');
    } catch (error) {
      notifyFailure(error);
    }
    // Also after a refusal: what is shown may be out of date.
    await revalidator.revalidate();
  }

  return (
    <Button variant="outline" onClick={() => void change()}>
      {t(isLive ? 'posts.unpublish' : 'posts.publish')}
    </Button>
  );
}

interface MoreActionsProps {
  readonly post: AdminPost;
  readonly preview: string;
  readonly canWrite: boolean;
}

function MoreActions({ post: { serviceId, postId }, preview, canWrite }: MoreActionsProps) {
  const { t } = useTranslation('console');
  const navigate = useNavigate();

  async function copy(): Promise<void> {
    if (await copyText(preview)) notifySuccess('done.copied');
    else notifyProblem('posts.copyFailed');
  }

  async function remove(): Promise<void> {
    const question = {
      title: t('confirm.title'),
      text: t('posts.confirmDelete'),
      action: t('action.delete'),
      isDangerous: true,
    };
    if (!(await confirm(question))) return;
    try {
      await consoleCall(adminPostApi.delete, { params: { serviceId, idOrSlug: postId } });
      notifyUndoable('posts.movedToBin', bringBack);
      await navigate(postsPath(serviceId, rememberedSearch(serviceId)));
    } catch (error) {
      notifyFailure(error);
    }
  }

  async function bringBack(): Promise<void> {
    try {
      await consoleCall(deletedPostApi.restore, { params: { serviceId, postId }, body: {} });
      notifySuccess('posts.broughtBack');
      await navigate(postPath(serviceId, postId));
    } catch (error) {
      notifyFailure(error);
    }
  }

  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <Button variant="default" aria-label={t('posts.more')} px="xs">
          <Ellipsis size={16} aria-hidden="true" />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Copy size={16} aria-hidden="true" />} onClick={() => void copy()}>
          {t('posts.copyPreview')}
        </Menu.Item>
        {canWrite && (
          <Menu.Item
            color="vermilion"
            leftSection={<Trash2 size={16} aria-hidden="true" />}
            onClick={() => void remove()}
          >
            {t('action.delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
