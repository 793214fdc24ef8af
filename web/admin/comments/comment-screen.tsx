import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { Keyboard, MessageSquareOff } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useRevalidator } from 'react-router';
import type { CommentAction, StatusCounts } from '#contract/admin-comments.ts';
import type { ServiceDetail } from '#contract/admin-services.ts';
import { locales, useLanguage } from '../../i18n/language.ts';
import { serviceEditPath } from '../../paths/console.ts';
import { isEditor, useActor } from '../../session/actor.ts';
import { ServiceLine } from '../posts/post-tabs.tsx';
import { shortcutHelp } from '../ui/flag.ts';
import { SearchField } from '../ui/search-field.tsx';
import {
  type CommentTab,
  type CommentView,
  commentTabs,
  MAX_WORDS,
  toCommentSearch,
  wholeList,
} from './comment-view.ts';
import { CommentedPostDetails } from './commented-post-details.tsx';
import { CommentList, NoComments } from './list/comment-list.tsx';
import type { LoadedComments } from './load-comments.ts';
import type { Triage } from './triage/triage.ts';
import { shownOf, type TriageState } from './triage/triage-state.ts';
import { type Announcement, useTriage } from './triage/use-triage.ts';
import { useTriageKeys } from './triage/use-triage-keys.ts';

interface SelectedCommentsProps {
  readonly triage: Triage;
  readonly state: TriageState;
  readonly isBin: boolean;
  readonly focusCurrent: () => void;
}

const actions = ['publish', 'unpublish', 'delete'] as const;

function SelectedComments({ triage, state, isBin, focusCurrent }: SelectedCommentsProps) {
  const { t } = useTranslation('console');
  const comments = shownOf(state);
  const count = state.selectedIds.size;
  const isAll = count === comments.length;
  const act = (action: CommentAction) => {
    void triage.act([...state.selectedIds], action);
    focusCurrent();
  };
  return (
    <fieldset className="comment-selection ui-row ui-middle ui-gap-2-4" data-active={count > 0 || undefined}>
      <legend className="sr-only">{t('moderation.selection')}</legend>
      <Checkbox
        label={t('moderation.selectAll', { count: comments.length })}
        checked={isAll}
        indeterminate={count > 0 && !isAll}
        onChange={() => triage.select(isAll ? [] : comments.map(({ commentId }) => commentId))}
      />
      <span role="status">{count > 0 && t('files.select.count', { count })}</span>
      {count > 0 &&
        (isBin ? (['restore'] as const) : actions).map((action) => (
          <Button
            key={action}
            size="compact-sm"
            variant={action === 'delete' ? 'outline' : 'default'}
            color={action === 'delete' ? 'vermilion' : 'indigo'}
            onClick={() => act(action)}
          >
            {t(`moderation.action.${action}`)}
          </Button>
        ))}
      {count > 0 && (
        <Button variant="subtle" size="compact-sm" onClick={() => triage.select([])}>
          {t('files.select.clear')}
        </Button>
      )}
    </fieldset>
  );
}

interface CommentScreenProps {
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
  const { triage, state, announcement, focusCurrent } = useTriage(loaded, () => void revalidate());
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
      {isBin && <p className="ui-note ui-below-4">{t('moderation.binNote')}</p>}
      {canAct && comments.length > 0 && (
        <SelectedComments triage={triage} state={state} isBin={isBin} focusCurrent={focusCurrent} />
      )}
      {comments.length > 0 ? (
        <div className="comment-desk ui-grid ui-top ui-gap-6">
          <CommentList triage={triage} state={state} loaded={loaded} canAct={canAct} focusCurrent={focusCurrent} />
          {current && (
            <aside className="comment-beside ui-grid ui-gap-5">
              <CommentedPostDetails
                comment={current}
                post={state.posts.get(current.contentId)}
                loaded={loaded}
                canAct={canAct}
              />
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
      <LiveRegion announcement={announcement} />
      <p className="sr-only" role="status">
        {view.words !== '' && t('moderation.found', { count: loaded.first.comments.length })}
      </p>
    </>
  );
}

function LiveRegion({ announcement }: { announcement: Announcement | undefined }) {
  const { t } = useTranslation('console');
  return (
    <p className="sr-only" role="status">
      {announcement && <span key={announcement.turn}>{t(announcement.text, { count: announcement.count })}</span>}
    </p>
  );
}

function OffNotice({ service: { serviceId, functions } }: { service: ServiceDetail }) {
  const { t } = useTranslation('console');
  const { role } = useActor();
  if (functions.includes('comment')) return null;
  return (
    <div className="notice">
      <MessageSquareOff />
      <p>
        {t('moderation.off')}{' '}
        {role === 'admin' && <Link to={serviceEditPath(serviceId)}>{t('moderation.switchOn')}</Link>}
      </p>
    </div>
  );
}

function CommentTabs({ view, counts }: { view: CommentView; counts: StatusCounts }) {
  const { t } = useTranslation('console');
  const locale = locales[useLanguage()];
  return (
    <nav className="section-tabs comment-tabs ui-line ui-gap-5" aria-label={t('moderation.tabs.label')}>
      {commentTabs.map((tab) => (
        <Link
          key={tab}
          to={{ search: toCommentSearch({ ...view, tab }) }}
          preventScrollReset
          aria-current={tab === view.tab ? 'page' : undefined}
        >
          {t(`moderation.tabs.${tab}`)}{' '}
          <span
            className="comment-tab-count ui-tiny"
            data-waiting={tab === 'unconfirm' && counts.unconfirm > 0 ? '' : undefined}
          >
            {countOf(tab, counts).toLocaleString(locale)}
          </span>
        </Link>
      ))}
    </nav>
  );
}

function countOf(tab: CommentTab, counts: StatusCounts): number {
  return tab === 'all' ? counts.publish + counts.unpublish + counts.unconfirm : counts[tab];
}

interface CommentToolsProps {
  readonly view: CommentView;
  readonly searchField: RefObject<HTMLInputElement | null>;
  /** `isTyping` marks intermediate steps of typing a search. */
  readonly onChange: (change: Partial<CommentView>, isTyping?: boolean) => void;
  readonly onDone: () => void;
  readonly onHelp: () => void;
}

function CommentTools({ view, searchField, onChange, onDone, onHelp }: CommentToolsProps) {
  const { t } = useTranslation('console');
  const leaveOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    onDone();
  };
  return (
    <div className="list-tools comment-tools">
      <SearchField
        ref={searchField}
        label={t('moderation.search')}
        maxLength={MAX_WORDS}
        value={view.words}
        onSearch={(words) => onChange({ words }, true)}
        onKeyDown={leaveOnEnter}
      />
      <NativeSelect
        label={t('moderation.order.label')}
        value={view.order}
        data={(['desc', 'asc'] as const).map((value) => ({ value, label: t(`moderation.order.${value}`) }))}
        onChange={({ target }) => onChange({ order: target.value === 'asc' ? 'asc' : 'desc' })}
      />
      <Button variant="subtle" leftSection={<Keyboard />} onClick={onHelp}>
        {t('shortcuts.title')}
      </Button>
    </div>
  );
}
