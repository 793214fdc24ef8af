import { ActionIcon } from '@mantine/core';
import { ArrowDown, ArrowUp, ArrowUpDown, Pencil } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AdminPostRow, PostSort } from '#contract/admin-posts.ts';
import { contentLanguage } from '../../../i18n/content-language.ts';
import { isEditor, useActor } from '../../../session/actor.ts';
import { DateTime } from '../../../ui/date-time.tsx';
import { FileThumb } from '../../files/file-thumb.tsx';
import { editPostPath, postPath } from '../post-paths.ts';
import { PostStatusBadges } from '../post-status.tsx';
import { toThumb } from '../shown-file.ts';
import { type ListState, sortedBy, toSearch } from './list-state.ts';

const NOTHING = '-';

/** A page of posts. On a narrow screen the columns at its end are told below the title. */
export function PostTable({ posts, state }: { posts: readonly AdminPostRow[]; state: ListState }) {
  const { t } = useTranslation('console');
  return (
    <table className="post-table">
      <caption className="sr-only">{t('posts.heading')}</caption>
      <thead>
        <tr>
          <th scope="col" className="wide">
            {t('posts.columns.status')}
          </th>
          <SortableHead sort="title" state={state} label={t('posts.columns.title')} isAlwaysShown />
          <th scope="col" className="wide">
            {t('posts.columns.category')}
          </th>
          <th scope="col">{t('action.edit')}</th>
          <SortableHead sort="publishAt" state={state} label={t('posts.columns.publishAt')} />
          <SortableHead sort="createdAt" state={state} label={t('posts.columns.createdAt')} />
          <SortableHead sort="updatedAt" state={state} label={t('posts.columns.updatedAt')} />
        </tr>
      </thead>
      <tbody>
        {posts.map((post) => (
          <PostRow key={post.postId} post={post} sort={state.sort} />
        ))}
      </tbody>
    </table>
  );
}

interface SortableHeadProps {
  readonly sort: PostSort;
  readonly state: ListState;
  readonly label: string;
  /** Also where there is room for few columns. */
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
      <Link className="sort-link" to={{ search: toSearch(sortedBy(state, sort)) }} preventScrollReset>
        {label}
        <Arrow size={14} aria-hidden="true" />
      </Link>
    </th>
  );
}

function PostRow({ post, sort }: { post: AdminPostRow; sort: PostSort }) {
  const { t } = useTranslation('console');
  const actor = useActor();
  const { serviceId, postId, title, thumbnail, categoryLabel, publishAt, createdAt, updatedAt } = post;
  const shownTime = { publishAt, updatedAt, createdAt, title: createdAt }[sort];
  return (
    <tr data-status={post.status} data-hidden={post.isHiddenInList || undefined}>
      <td className="wide">
        <PostStatusBadges post={post} />
      </td>
      <th scope="row">
        <span className="narrow">
          <PostStatusBadges post={post} />
        </span>
        {thumbnail && <FileThumb file={toThumb(thumbnail)} pixels={96} />}
        <Link to={postPath(serviceId, postId)} lang={contentLanguage(title)}>
          {title}
        </Link>
        <span className="narrow">
          {categoryLabel !== null && <span>{categoryLabel}</span>}
          {shownTime !== null && <DateTime value={shownTime} />}
        </span>
      </th>
      <td className="wide">{categoryLabel ?? NOTHING}</td>
      <td>
        {isEditor(actor) ? (
          <ActionIcon
            component={Link}
            to={editPostPath(serviceId, postId)}
            variant="subtle"
            size="lg"
            aria-label={t('posts.editOne', { title })}
          >
            <Pencil size={16} aria-hidden="true" />
          </ActionIcon>
        ) : (
          NOTHING
        )}
      </td>
      {[publishAt, createdAt, updatedAt].map((time, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: always the same three columns
        <td key={index} className="wide post-time">
          {time === null ? NOTHING : <DateTime value={time} withTime isShort />}
        </td>
      ))}
    </tr>
  );
}
