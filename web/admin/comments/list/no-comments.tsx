import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { CommentView } from '../comment-view.ts';

/** Id of the empty-list notice, which receives the focus when the last comment leaves the list. */
export const NOTHING_LEFT = 'no-comments';

export interface NoCommentsProps {
  readonly view: CommentView;
  readonly hasMore: boolean;
  readonly onMore: () => void;
  readonly onReset: () => void;
}

export function NoComments(props: NoCommentsProps) {
  return (
    <div id={NOTHING_LEFT} tabIndex={-1}>
      <Reason {...props} />
    </div>
  );
}

function Reason({ view: { tab, words }, hasMore, onMore, onReset }: NoCommentsProps) {
  const { t } = useTranslation('console');
  if (hasMore) {
    return (
      <EmptyState title={t('moderation.empty.soFar')} body={t('moderation.empty.soFarBody')}>
        <Button variant="default" onClick={onMore}>
          {t('moderation.more')}
        </Button>
      </EmptyState>
    );
  }
  if (words !== '') {
    return (
      <EmptyState title={t('moderation.empty.noMatch')} body={t('moderation.empty.noMatchBody')}>
        <Button variant="default" onClick={onReset}>
          {t('moderation.resetSearch')}
        </Button>
      </EmptyState>
    );
  }
  return <EmptyState title={t(`moderation.empty.${tab}`)} body={t(`moderation.emptyBody.${tab}`)} />;
}
