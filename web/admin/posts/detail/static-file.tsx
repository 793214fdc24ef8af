import { Button } from '@mantine/core';
import { RefreshCw } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AdminPost, adminPostApi } from '#contract/admin-posts.ts';
import { type PostCache, postCacheApi } from '#contract/publishing.ts';
import { isEditor, useActor } from '../../../session/actor.ts';
import { backgroundCall, consoleCall } from '../../../session/console-call.ts';
import { DateTime } from '../../../ui/date-time.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { notifyFailure } from '../../ui/notify.tsx';

const AGAIN_MS = 1000;
/** Number of polls before the last state is shown as final. */
const MAX_ATTEMPTS = 10;

interface KnownStaticFile {
  readonly file: PostCache | undefined;
  pollAgain(): void;
}

function useStaticFile(serviceId: string, postId: string, revision: number): KnownStaticFile {
  const [file, setFile] = useState<PostCache>();
  const [polls, setPolls] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each save rewrites the file
  useEffect(() => {
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const poll = async (attempt: number): Promise<void> => {
      const request = { params: { serviceId, idOrSlug: postId }, query: { withState: 'true' } };
      const found = await backgroundCall(postCacheApi.find, request).catch(() => null);
      if (!isCurrent) return;
      setFile(found ?? undefined);
      if (found?.state === 'waiting' && attempt < MAX_ATTEMPTS)
        timer = setTimeout(() => void poll(attempt + 1), AGAIN_MS);
    };
    void poll(1);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [serviceId, postId, revision, polls]);
  const pollAgain = useCallback(() => setPolls((before) => before + 1), []);
  return { file, pollAgain };
}

export function StaticFile({ post }: { post: AdminPost }) {
  const { t } = useTranslation('console');
  const canWrite = isEditor(useActor());
  const { serviceId, postId, revision, status, title } = post;
  const { file, pollAgain } = useStaticFile(serviceId, postId, revision);

  /** Saves the post unchanged, which regenerates the file without a new revision. */
  async function saveAgain(): Promise<void> {
    try {
      await consoleCall(adminPostApi.update, { params: { serviceId, idOrSlug: postId }, body: { title, revision } });
    } catch (error) {
      notifyFailure(error, 'failure.update');
    }
    pollAgain();
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
            leftSection={<RefreshCw size={14} />}
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
          <span className="ui-row ui-gap-2 ui-above-1">
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
