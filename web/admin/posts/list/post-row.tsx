import { ActionIcon, Checkbox } from '@mantine/core';
import { Pencil } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AdminPostRow, PostSort } from '#contract/admin-posts.ts';
import { contentLanguage } from '../../../i18n/content-language.ts';
import { postDetailPath, postEditPath } from '../../../paths/console.ts';
import { DateTime } from '../../../ui/date-time.tsx';
import { FileThumb } from '../../files/file-thumb.tsx';
import { useName } from '../../people/use-name.ts';
import { PostStatusBadges } from '../post-status.tsx';
import { toThumb } from '../shown-file.ts';
import type { PostSelection } from './bulk/use-post-selection.ts';
import { firstPage, type ListState, toSearch } from './list-state.ts';
import { type Column, columnName, columnsBeforeEdit, columnsBehindEdit } from './list-view.ts';

const NOTHING = '-';

interface PostCellProps {
  readonly column: Exclude<Column, 'status'>;
  readonly post: AdminPostRow;
  readonly state: ListState;
}

function PostCell({ column, post, state }: PostCellProps) {
  switch (column) {
    case 'publishAt':
    case 'createdAt':
    case 'updatedAt':
      return <TimeCell time={post[column]} />;
    case 'createdBy':
    case 'updatedBy':
      return <td className="wide">{post[column] === null ? NOTHING : <PersonName username={post[column]} />}</td>;
    case 'tags':
      return <td className="wide">{post.tags.length === 0 ? NOTHING : <TagLinks post={post} state={state} />}</td>;
    case 'format':
      return <FormatCell post={post} />;
    default:
      return <TextCell column={column} post={post} />;
  }
}

function TextCell({ column, post }: { column: 'category' | 'slug' | 'label' | 'contentId'; post: AdminPostRow }) {
  const text = column === 'category' ? post.categoryLabel : post[column];
  const isCode = column === 'slug' || column === 'contentId';
  return <td className={isCode ? 'wide ui-mono ui-size-13' : 'wide'}>{text || NOTHING}</td>;
}

function TimeCell({ time }: { time: string | null }) {
  return (
    <td className="wide post-time ui-note ui-digits">
      {time === null ? NOTHING : <DateTime value={time} withTime isShort />}
    </td>
  );
}

function FormatCell({ post: { editorMode } }: { post: AdminPostRow }) {
  const { t } = useTranslation('console');
  return <td className="wide">{t(`posts.modes.${editorMode}.name`)}</td>;
}

function PersonName({ username }: { username: string }) {
  return useName(username);
}

function TagLinks({ post, state }: { post: AdminPostRow; state: ListState }) {
  return (
    <span className="post-tags ui-inline ui-gap-1-2">
      {post.tags.map(({ tagId, label }) => (
        <Link key={tagId} to={{ search: toSearch({ ...firstPage(state), tag: label }) }} lang={contentLanguage(label)}>
          {label}
        </Link>
      ))}
    </span>
  );
}

interface PostRowProps {
  readonly post: AdminPostRow;
  readonly state: ListState;
  readonly columns: ReadonlySet<Column>;
  readonly selection: PostSelection | undefined;
}

export function PostRow({ post, state, columns, selection }: PostRowProps) {
  const isChosen = selection?.has(post.postId) ?? false;
  return (
    <tr
      data-status={post.status}
      data-hidden={post.isHiddenInList || undefined}
      aria-selected={selection && isChosen}
      data-chosen={isChosen || undefined}
    >
      {selection && <SelectCell post={post} selection={selection} isChosen={isChosen} />}
      {columns.has('status') && (
        <td className="wide">
          <PostStatusBadges post={post} />
        </td>
      )}
      <TitleCell post={post} state={state} columns={columns} />
      {columnsBeforeEdit.map(
        (column) => columns.has(column) && <PostCell key={column} column={column} post={post} state={state} />,
      )}
      {selection && <EditCell post={post} />}
      {columnsBehindEdit.map(
        (column) => columns.has(column) && <PostCell key={column} column={column} post={post} state={state} />,
      )}
    </tr>
  );
}

interface SelectCellProps {
  readonly post: AdminPostRow;
  readonly selection: PostSelection;
  readonly isChosen: boolean;
}

function SelectCell({ post: { postId, title }, selection, isChosen }: SelectCellProps) {
  const { t } = useTranslation('console');
  return (
    <td className="post-select">
      <Checkbox
        size="sm"
        aria-label={t('postList.select.one', { title })}
        data-post={postId}
        checked={isChosen}
        disabled={!isChosen && selection.isFull}
        onChange={({ nativeEvent }) =>
          selection.toggle(postId, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    </td>
  );
}

function TitleCell({ post, state, columns }: Omit<PostRowProps, 'selection'>) {
  const { serviceId, postId, title, thumbnail, categoryLabel } = post;
  return (
    <th scope="row">
      {columns.has('status') && (
        <span className="narrow">
          <PostStatusBadges post={post} />
        </span>
      )}
      <span className="post-name ui-line ui-middle ui-gap-3">
        {thumbnail && <FileThumb file={toThumb(thumbnail)} pixels={96} />}
        <Link to={postDetailPath(serviceId, postId)} lang={contentLanguage(title)}>
          {title}
        </Link>
      </span>
      <span className="narrow">
        {columns.has('category') && categoryLabel !== null && <span>{categoryLabel}</span>}
        {columns.has('tags') && <TagLinks post={post} state={state} />}
        {columns.has('slug') && <span className="ui-mono ui-size-13">{post.slug}</span>}
        <RowTime post={post} sort={state.sort} />
      </span>
    </th>
  );
}

function RowTime({ post, sort }: { post: AdminPostRow; sort: PostSort }) {
  const { t } = useTranslation('console');
  const column = sort === 'title' ? (post.publishAt === null ? 'createdAt' : 'publishAt') : sort;
  const time = post[column];
  if (time === null) return null;
  return (
    <span>
      {t(columnName(column))} <DateTime value={time} />
    </span>
  );
}

function EditCell({ post: { serviceId, postId, title } }: { post: AdminPostRow }) {
  const { t } = useTranslation('console');
  return (
    <td>
      <ActionIcon component={Link} to={postEditPath(serviceId, postId)} aria-label={t('posts.editOne', { title })}>
        <Pencil />
      </ActionIcon>
    </td>
  );
}
