import { Button } from '@mantine/core';
import { RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import type { AdminPost } from '#contract/admin-posts.ts';
import { postPreviewApi } from '#contract/post-addresses.ts';
import { isEditor, useActor } from '../../../session/actor.ts';
import { consoleCall } from '../../../session/console-call.ts';
import { DateTime } from '../../../ui/date-time.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { notifyFailure, notifySuccess } from '../../ui/notify.tsx';

/** Hidden for published posts, which need no preview link. */
export function PreviewLink({ post }: { post: AdminPost }) {
  const { t } = useTranslation('console');
  const canWrite = isEditor(useActor());
  const revalidator = useRevalidator();
  const { serviceId, postId, status, previewExpiresAt } = post;

  async function renew(): Promise<void> {
    const question = {
      title: t('confirm.title'),
      text: t('posts.previewLink.confirm'),
      action: t('posts.previewLink.renew'),
    };
    if (!(await confirm(question))) return;
    try {
      await consoleCall(postPreviewApi.renewToken, { params: { serviceId, idOrSlug: postId } });
      notifySuccess('posts.previewLink.renewed');
      await revalidator.revalidate();
    } catch (error) {
      notifyFailure(error, 'failure.update');
    }
  }

  if (status === 'published') return null;
  const isOver = new Date(previewExpiresAt) <= new Date();
  return (
    <div>
      <dt>{t('posts.previewLink.name')}</dt>
      <dd>
        {t(isOver ? 'posts.previewLink.ended' : 'posts.previewLink.holds')}{' '}
        <DateTime value={previewExpiresAt} withTime />
        {canWrite && (
          <Button variant="subtle" size="compact-sm" leftSection={<RefreshCw size={14} />} onClick={() => void renew()}>
            {t('posts.previewLink.renew')}
          </Button>
        )}
      </dd>
    </div>
  );
}
