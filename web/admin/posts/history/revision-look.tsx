import { Button } from '@mantine/core';
import { GitCompare, RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AdminPost } from '#contract/admin-posts.ts';
import type { PostRevision, PostSnapshot } from '#contract/post-history.ts';
import { isEditor, useActor } from '../../../session/actor.ts';
import { compareSearch } from './history-state.ts';
import { SaveLine } from './save-line.tsx';
import { SnapshotView } from './snapshot-view.tsx';
import type { Restore } from './use-restore.ts';

export interface RevisionLookProps {
  readonly post: AdminPost;
  readonly revision: PostRevision & { readonly content: PostSnapshot };
  readonly onRestore: Restore;
}

export function RevisionLook({ post, revision, onRestore }: RevisionLookProps) {
  const { t } = useTranslation('console');
  const canWrite = isEditor(useActor());
  const { revision: number, content, isCurrent } = revision;
  return (
    <>
      <div className="history-head">
        <h2>{t('history.save', { revision: number })}</h2>
        <SaveLine revision={revision} />
      </div>
      {!isCurrent && (
        <div className="history-actions">
          <Button
            component={Link}
            to={compareSearch(number)}
            variant="default"
            leftSection={<GitCompare size={16} aria-hidden="true" />}
          >
            {t('history.withPresent')}
          </Button>
          {canWrite && (
            <Button leftSection={<RotateCcw size={16} aria-hidden="true" />} onClick={() => void onRestore(number)}>
              {t('history.restoreThis')}
            </Button>
          )}
        </div>
      )}
      <SnapshotView serviceId={post.serviceId} content={content} />
    </>
  );
}
