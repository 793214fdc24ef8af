import { Button } from '@mantine/core';
import { RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type AdminPost, adminPostApi } from '#contract/admin-posts.ts';
import type { PostCache } from '#contract/post-cache.ts';
import { isEditor, useActor } from '../../../session/actor.ts';
import { consoleCall } from '../../../session/console-call.ts';
import { DateTime } from '../../../ui/date-time.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { notifyFailure } from '../../ui/notify.tsx';
import { useStaticFile } from './use-static-file.ts';

export function StaticFile({ post }: { post: AdminPost }) {
  const { t } = useTranslation('console');
  const canWrite = isEditor(useActor());
  const { serviceId, postId, revision, status, title } = post;
  const { file, lookAgain } = useStaticFile(serviceId, postId, revision);

  /** Saves the post unchanged, which regenerates the file without a new revision. */
  async function saveAgain(): Promise<void> {
    try {
      await consoleCall(adminPostApi.update, { params: { serviceId, idOrSlug: postId }, body: { title, revision } });
    } catch (error) {
      notifyFailure(error, 'failure.update');
    }
    lookAgain();
  }

  if (!file) return null;
  const isMissing = status === 'published' && (file.state === 'none' || file.state === 'failed');
  return (
    <div>
      <dt>{t('posts.staticFile.name')}</dt>
      <dd aria-live="polite">
        <StaticFileState file={file} isPublished={status === 'published'} />
        {canWrite && isMissing && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<RefreshCw size={14} aria-hidden="true" />}
            onClick={() => void saveAgain()}
          >
            {t('posts.staticFile.saveAgain')}
          </Button>
        )}
      </dd>
    </div>
  );
}

function StaticFileState({ file, isPublished }: { file: PostCache; isPublished: boolean }) {
  const { t } = useTranslation('console');
  const { state, url, path, uploadedAt, error, nextTryAt } = file;
  const isOnlyMissing = state === 'none' && !isPublished;
  return (
    <>
      {t(isOnlyMissing ? 'posts.staticFile.notYet' : `posts.staticFile.${state}`)}
      {state === 'written' && uploadedAt !== null && (
        <>
          {' '}
          <DateTime value={uploadedAt} withTime />
        </>
      )}
      {state !== 'written' && uploadedAt !== null && (
        <span className="post-by">
          {t('posts.staticFile.present')} <DateTime value={uploadedAt} withTime />
        </span>
      )}
      {uploadedAt !== null && (
        <>
          <a className="post-by" href={url} target="_blank" rel="noreferrer">
            {path}
          </a>
          <span className="post-address-ways">
            <CopyButton text={new URL(url, location.href).href} label={t('postDetail.copy')} />
          </span>
        </>
      )}
      {error !== null && <span className="post-by">{t('posts.staticFile.reason', { reason: error })}</span>}
      {nextTryAt !== null && (
        <span className="post-by">
          {t('posts.staticFile.nextTry')} <DateTime value={nextTryAt} withTime />
        </span>
      )}
    </>
  );
}
