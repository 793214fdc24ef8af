import { Button, Checkbox } from '@mantine/core';
import { ArrowDown, ArrowUp, ArrowUpDown, ChevronLeft, ChevronRight, ChevronsLeft } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AdminPostRow, PostSort } from '#contract/admin-posts.ts';
import { postCreatePath } from '../../../paths/console.ts';
import { isEditor, useActor } from '../../../session/actor.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import type { PostSelection } from './bulk/use-post-selection.ts';
import { firstPage, isFiltered, type ListState, MAX_PAGES, pageOf, sortedBy, toSearch } from './list-state.ts';
import { type Column, columnName, columnsBeforeEdit, columnsBehindEdit } from './list-view.ts';
import { PostRow } from './post-row.tsx';

interface PostTableProps {
  readonly posts: readonly AdminPostRow[];
  readonly state: ListState;
  readonly columns: readonly Column[];
  /** Undefined for viewers, who cannot change posts. */
  readonly selection: PostSelection | undefined;
  readonly isLoading: boolean;
}

export function PostTable({ posts, state, columns, selection, isLoading }: PostTableProps) {
  const { t } = useTranslation('console');
  const keys = useRowKeys(posts, selection);
  const shown = new Set(columns);
  return (
    <table className="post-table" aria-busy={isLoading} onKeyDown={keys}>
      <caption className="sr-only">{t('frame.place.posts')}</caption>
      <thead>
        <tr>
          {selection && (
            <th scope="col" className="post-select">
              <SelectPage posts={posts} selection={selection} />
            </th>
          )}
          {shown.has('status') && <Head column="status" state={state} />}
          <SortableHead sort="title" state={state} label={t('posts.columns.title')} isAlwaysShown />
          {columnsBeforeEdit.map((column) => shown.has(column) && <Head key={column} column={column} state={state} />)}
          {selection && <th scope="col">{t('action.edit')}</th>}
          {columnsBehindEdit.map((column) => shown.has(column) && <Head key={column} column={column} state={state} />)}
        </tr>
      </thead>
      <tbody>
        {posts.map((post) => (
          <PostRow key={post.postId} post={post} state={state} columns={shown} selection={selection} />
        ))}
      </tbody>
    </table>
  );
}

function SelectPage({ posts, selection }: { posts: readonly AdminPostRow[]; selection: PostSelection }) {
  const { t } = useTranslation('console');
  const isAll = selection.countShown === posts.length;
  return (
    <Checkbox
      size="sm"
      aria-label={t('postList.select.page')}
      checked={isAll}
      indeterminate={selection.countShown > 0 && !isAll}
      onChange={selection.toggleShown}
    />
  );
}

const sorts: Partial<Readonly<Record<Column, PostSort>>> = {
  publishAt: 'publishAt',
  createdAt: 'createdAt',
  updatedAt: 'updatedAt',
};

function Head({ column, state }: { column: Column; state: ListState }) {
  const { t } = useTranslation('console');
  const sort = sorts[column];
  const label = t(columnName(column));
  if (sort !== undefined) return <SortableHead sort={sort} state={state} label={label} />;
  return (
    <th scope="col" className="wide">
      {label}
    </th>
  );
}

interface SortableHeadProps {
  readonly sort: PostSort;
  readonly state: ListState;
  readonly label: string;
  readonly isAlwaysShown?: boolean;
}

function SortableHead({ sort, state, label, isAlwaysShown = false }: SortableHeadProps) {
  const isSorted = state.sort === sort;
  const isAscending = state.order === 'asc';
  const Arrow = isSorted ? (isAscending ? ArrowUp : ArrowDown) : ArrowUpDown;
  return (
    <th
      scope="col"
      className={isAlwaysShown ? undefined : 'wide'}
      aria-sort={isSorted ? (isAscending ? 'ascending' : 'descending') : 'none'}
    >
      <Link
        className="sort-link ui-inline ui-middle"
        to={{ search: toSearch(sortedBy(state, sort)) }}
        preventScrollReset
      >
        {label}
        <Arrow size={14} />
      </Link>
    </th>
  );
}

function useRowKeys(posts: readonly AdminPostRow[], selection: PostSelection | undefined) {
  useShortcuts({
    title: 'postList.keys.title',
    shortcuts: selection
      ? [
          { caps: ['↑', '↓'], label: 'postList.keys.walk' },
          { caps: ['Shift', '↑', '↓'], label: 'postList.keys.range' },
          { caps: ['Esc'], label: 'postList.keys.clear' },
        ]
      : [],
  });

  function walk(event: KeyboardEvent<HTMLTableElement>, step: number): void {
    const at = posts.findIndex(({ postId }) => postId === postOf(event.target));
    const next = at < 0 ? undefined : posts[at + step];
    if (!next) return;
    event.preventDefault();
    event.currentTarget.querySelector<HTMLInputElement>(`[data-post="${next.postId}"]`)?.focus();
    if (event.shiftKey) selection?.extend(at, at + step);
  }

  return (event: KeyboardEvent<HTMLTableElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') walk(event, 1);
    if (event.key === 'ArrowUp') walk(event, -1);
    if (event.key === 'Escape') selection?.clear();
  };
}

function postOf(target: EventTarget): string | undefined {
  return target instanceof HTMLInputElement ? target.dataset.post : undefined;
}

interface PostPagerProps {
  readonly serviceId: string;
  readonly state: ListState;
  readonly nextKey: string | undefined;
}

interface NoPostsProps extends PostPagerProps {
  readonly onReset: () => void;
}

export function NoPosts({ state, serviceId, nextKey, onReset }: NoPostsProps) {
  const { t } = useTranslation('console');
  const actor = useActor();
  if (nextKey !== undefined && state.index + 1 < MAX_PAGES) {
    const next = { ...state, index: state.index + 1, pagerKey: nextKey };
    return (
      <EmptyState title={t('postList.searchOn.title')} body={t('postList.searchOn.body')}>
        <Button component={Link} to={{ search: toSearch(next) }}>
          {t('postList.searchOn.action')}
        </Button>
      </EmptyState>
    );
  }
  if (isFiltered(state)) {
    return (
      <EmptyState title={t('posts.noMatch')} body={t('posts.noMatchBody')}>
        <Button variant="default" onClick={onReset}>
          {t('posts.filter.reset')}
        </Button>
      </EmptyState>
    );
  }
  if (!isEditor(actor)) return <EmptyState title={t('posts.empty')} />;
  return (
    <EmptyState title={t('posts.empty')} body={t('posts.emptyBody')}>
      <Button component={Link} to={postCreatePath(serviceId)}>
        {t('posts.writeFirst')}
      </Button>
    </EmptyState>
  );
}

export function PostPager({ serviceId, state, nextKey }: PostPagerProps) {
  const { t } = useTranslation('console');
  const { index } = state;
  const hasNext = nextKey !== undefined && index + 1 < MAX_PAGES;
  if (index === 0 && !hasNext) return null;
  const previous = index > 0 ? pageOf(serviceId, state, index - 1) : undefined;
  return (
    <nav className="pager ui-row ui-middle ui-gap-2 ui-above-5" aria-label={t('posts.pager.label')}>
      <PageLink to={index > 0 ? firstPage(state) : undefined}>
        <ChevronsLeft />
        {t('posts.pager.first')}
      </PageLink>
      <PageLink to={previous}>
        <ChevronLeft />
        {t('posts.pager.previous')}
      </PageLink>
      <span className="post-pager-number">{t('posts.pager.page', { number: index + 1 })}</span>
      <PageLink to={hasNext ? { ...state, index: index + 1, pagerKey: nextKey } : undefined}>
        {t('posts.pager.next')}
        <ChevronRight />
      </PageLink>
    </nav>
  );
}

function PageLink({ to, children }: { to: ListState | undefined; children: ReactNode }) {
  const button = { variant: 'default', size: 'sm' } as const;
  if (!to) {
    return (
      <Button {...button} disabled>
        {children}
      </Button>
    );
  }
  return (
    <Button {...button} component={Link} to={{ search: toSearch(to) }}>
      {children}
    </Button>
  );
}
