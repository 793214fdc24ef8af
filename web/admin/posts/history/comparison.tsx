import { Button } from '@mantine/core';
import { CircleCheck, RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AdminPost } from '#contract/admin-posts.ts';
import type { PostRevision, RevisionComparison } from '#contract/post-history.ts';
import { isEditor, useActor } from '../../../session/actor.ts';
import { Badge } from '../../ui/badge.tsx';
import { BodyDifference } from './body-difference.tsx';
import { FieldDifferences } from './field-differences.tsx';
import { lookSearch } from './history-state.ts';
import { SaveLine } from './save-line.tsx';
import type { Restore } from './use-restore.ts';

export interface ComparisonProps {
  readonly post: AdminPost;
  readonly comparison: RevisionComparison;
  readonly onRestore: Restore;
}

export function Comparison({ post, comparison, onRestore }: ComparisonProps) {
  const { t } = useTranslation('console');
  const canWrite = isEditor(useActor());
  const { before, after, fields, body } = comparison;
  const isSame = fields.length === 0 && body.kind === 'same';
  return (
    <>
      <dl className="compared">
        <Compared name={t('history.before')} revision={before} />
        <Compared name={t('history.after')} revision={after} />
      </dl>
      {canWrite && !before.isCurrent && (
        <div className="history-actions">
          <Button
            leftSection={<RotateCcw size={16} aria-hidden="true" />}
            onClick={() => void onRestore(before.revision)}
          >
            {t('history.restoreOne', { revision: before.revision })}
          </Button>
        </div>
      )}
      {isSame && <p>{t('history.same')}</p>}
      <FieldDifferences fields={fields} serviceId={post.serviceId} />
      {body.kind !== 'same' && <BodyDifference body={body} />}
      {body.kind === 'same' && !isSame && <p className="history-note">{t('history.sameBody')}</p>}
    </>
  );
}

function Compared({ name, revision }: { name: string; revision: PostRevision }) {
  const { t } = useTranslation('console');
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Link to={lookSearch(revision.revision)}>{t('history.save', { revision: revision.revision })}</Link>{' '}
        {revision.isCurrent && <Badge tone="good" icon={CircleCheck} text={t('history.present')} />}
        <SaveLine revision={revision} />
      </dd>
    </div>
  );
}
