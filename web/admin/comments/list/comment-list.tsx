import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { CommentView } from '../comment-view.ts';
import type { LoadedComments } from '../load-comments.ts';
import type { Triage } from '../triage/triage.ts';
import { shownOf, type TriageState } from '../triage/triage-state.ts';
import { CommentCard } from './comment-card.tsx';

interface CommentListProps {
  readonly triage: Triage;
  readonly state: TriageState;
  readonly loaded: LoadedComments;
  readonly canAct: boolean;
  readonly focusCurrent: () => void;
}

/** Roving tab index: Tab reaches the current comment, keys move between comments. */
export function CommentList({ triage, state, loaded, canAct, focusCurrent }: CommentListProps) {
  const { t } = useTranslation('console');
  const comments = shownOf(state);
  const current = comments.find(({ commentId }) => commentId === state.currentId);
  const more = async () => {
    await triage.more();
    const firstOfMore = shownOf(triage.snapshot())[comments.length];
    if (!firstOfMore) return;
    triage.go(firstOfMore.commentId);
    focusCurrent();
  };
  return (
    <div>
      <ul className="comment-list ui-grid ui-gap-3" aria-label={t('moderation.heading')}>
        {comments.map((comment) => (
          <li key={comment.commentId}>
            <CommentCard
              comment={comment}
              post={state.posts.get(comment.contentId)}
              loaded={loaded}
              isCurrent={comment === current}
              isSameAddress={isSameAddress(comment, current)}
              isSelected={state.selectedIds.has(comment.commentId)}
              canAct={canAct}
              triage={triage}
              focusCurrent={focusCurrent}
            />
          </li>
        ))}
      </ul>
      {state.nextToken !== undefined && <MoreButton onMore={more} />}
    </div>
  );
}

type Marked = { readonly commentId: string; readonly addressMark: string | null };

function isSameAddress(comment: Marked, current: Marked | undefined): boolean {
  return comment !== current && comment.addressMark !== null && comment.addressMark === current?.addressMark;
}

function MoreButton({ onMore }: { onMore: () => Promise<void> }) {
  const { t } = useTranslation('console');
  const [isLoading, setIsLoading] = useState(false);
  const more = async () => {
    setIsLoading(true);
    await onMore();
    setIsLoading(false);
  };
  return (
    <Button className="ui-above-4" variant="default" loading={isLoading} onClick={() => void more()}>
      {t('moderation.more')}
    </Button>
  );
}

/** Id of the empty-list notice, which receives the focus when the last comment leaves the list. */
export const NOTHING_LEFT = 'no-comments';

interface NoCommentsProps {
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
