import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useRevalidator } from 'react-router';
import { isEditor, useActor } from '../../session/actor.ts';
import { ServiceLine } from '../posts/service-line.tsx';
import { shortcutHelp } from '../shortcuts/help-state.ts';
import { CommentTabs } from './comment-tabs.tsx';
import { CommentTools } from './comment-tools.tsx';
import { type CommentView, toCommentSearch, wholeList } from './comment-view.ts';
import { CommentList } from './list/comment-list.tsx';
import { NoComments } from './list/no-comments.tsx';
import { SelectedComments } from './list/selected-comments.tsx';
import type { LoadedComments } from './load-comments.ts';
import { OffNotice } from './off-notice.tsx';
import { PostBeside } from './post-beside.tsx';
import { SaidAloud } from './triage/said-aloud.tsx';
import { shownOf } from './triage/triage-state.ts';
import { useTriage } from './triage/use-triage.ts';
import { useTriageKeys } from './triage/use-triage-keys.ts';

export interface CommentScreenProps {
  readonly loaded: LoadedComments;
  readonly head: ReactNode;
  readonly children: ReactNode;
}

export function CommentScreen({ loaded, head, children }: CommentScreenProps) {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const canAct = isEditor(useActor());
  const searchField = useRef<HTMLInputElement>(null);
  const { service, view } = loaded;
  const { triage, state, said, focusCurrent } = useTriage(loaded, () => void revalidate());
  const isBin = view.tab === 'deleted';
  useTriageKeys({
    triage,
    canAct,
    isBin,
    onSearch: () => searchField.current?.focus(),
    focusCurrent,
  });

  const show = (change: Partial<CommentView>, isTyping = false) =>
    void navigate({ search: toCommentSearch({ ...view, ...change }) }, { preventScrollReset: true, replace: isTyping });
  const comments = shownOf(state);
  const current = comments.find(({ commentId }) => commentId === state.currentId);

  return (
    <>
      {head}
      <ServiceLine service={service} />
      <OffNotice service={service} />
      {children}
      <CommentTabs view={view} counts={state.counts} />
      <CommentTools
        view={view}
        searchField={searchField}
        onChange={show}
        onDone={focusCurrent}
        onHelp={() => shortcutHelp.set(true)}
      />
      {isBin && <p className="comment-quiet">{t('moderation.binNote')}</p>}
      {canAct && comments.length > 0 && (
        <SelectedComments triage={triage} state={state} isBin={isBin} focusCurrent={focusCurrent} />
      )}
      {comments.length > 0 ? (
        <div className="comment-desk">
          <CommentList triage={triage} state={state} loaded={loaded} canAct={canAct} focusCurrent={focusCurrent} />
          {current && (
            <aside className="comment-beside">
              <PostBeside comment={current} post={state.posts.get(current.contentId)} loaded={loaded} canAct={canAct} />
            </aside>
          )}
        </div>
      ) : (
        <NoComments
          view={view}
          hasMore={state.nextToken !== undefined}
          onMore={() => void triage.more().then(focusCurrent)}
          onReset={() => show({ words: wholeList.words })}
        />
      )}
      <SaidAloud said={said} />
      <p className="sr-only" role="status">
        {view.words !== '' && t('moderation.found', { count: loaded.first.comments.length })}
      </p>
    </>
  );
}
