import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AdminPostRow } from '#contract/admin-posts.ts';
import { contentLanguage } from '../../../i18n/content-language.ts';
import { DateTime } from '../../../ui/date-time.tsx';
import { useName } from '../../people/use-name.ts';
import { firstPage, type ListState, toSearch } from './list-state.ts';
import type { Column } from './list-view.ts';

const NOTHING = '-';

interface PostCellProps {
  readonly column: Exclude<Column, 'status'>;
  readonly post: AdminPostRow;
  readonly state: ListState;
}

export function PostCell({ column, post, state }: PostCellProps) {
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
  return <td className={isCode ? 'wide post-slug' : 'wide'}>{text || NOTHING}</td>;
}

function TimeCell({ time }: { time: string | null }) {
  return <td className="wide post-time">{time === null ? NOTHING : <DateTime value={time} withTime isShort />}</td>;
}

function FormatCell({ post: { editorMode } }: { post: AdminPostRow }) {
  const { t } = useTranslation('console');
  return <td className="wide">{t(`posts.modes.${editorMode}.name`)}</td>;
}

function PersonName({ username }: { username: string }) {
  return useName(username);
}

export function TagLinks({ post, state }: { post: AdminPostRow; state: ListState }) {
  return (
    <span className="post-tags">
      {post.tags.map(({ tagId, label }) => (
        <Link key={tagId} to={{ search: toSearch({ ...firstPage(state), tag: label }) }} lang={contentLanguage(label)}>
          {label}
        </Link>
      ))}
    </span>
  );
}
