import { Checkbox } from '@mantine/core';
import { PencilLine, ShieldAlert } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AdminComment, CommentedPost } from '#contract/admin-comments.ts';
import { contentLanguage } from '../../../i18n/content-language.ts';
import { DateTime } from '../../../ui/date-time.tsx';
import { contentCommentsPath } from '../comment-paths.ts';
import { CommentState } from '../comment-state.tsx';
import type { LoadedComments } from '../load-comments.ts';
import { PostBeside } from '../post-beside.tsx';
import type { Triage } from '../triage/triage.ts';
import { AuthorLine } from './author-line.tsx';
import { CommentActions } from './comment-actions.tsx';
import './cards.css';

export interface CommentCardProps {
  readonly comment: AdminComment;
  readonly post: CommentedPost | undefined;
  readonly loaded: LoadedComments;
  readonly isCurrent: boolean;
  readonly isSameAddress: boolean;
  readonly isSelected: boolean;
  readonly canAct: boolean;
  readonly triage: Triage;
  readonly focusCurrent: () => void;
}

export function CommentCard(props: CommentCardProps) {
  const { comment, isCurrent, isSelected, canAct, triage } = props;
  const { commentId, body, deletedAt } = comment;
  const { t } = useTranslation('console');
  const id = useId();
  // Only the buttons of the current comment are tab stops.
  const tabIndex = isCurrent ? 0 : -1;
  return (
    <article
      className="comment-card"
      tabIndex={tabIndex}
      aria-labelledby={`${id}-head`}
      aria-describedby={`${id}-body`}
      aria-current={isCurrent || undefined}
      data-status={deletedAt === null ? comment.publishStatus : 'deleted'}
      data-selected={isSelected || undefined}
      onFocus={() => !isCurrent && triage.go(commentId)}
      onMouseDown={() => !isCurrent && triage.go(commentId)}
    >
      <header className="comment-head">
        {canAct && (
          <Checkbox
            tabIndex={tabIndex}
            aria-label={t('moderation.selectOne')}
            aria-describedby={`${id}-head`}
            checked={isSelected}
            onChange={() => triage.toggle(commentId)}
          />
        )}
        <div id={`${id}-head`} className="comment-by">
          <AuthorLine comment={comment} />
          <DateTime value={comment.createdAt} withTime isShort />
          <span className="comment-states">
            <CommentState comment={comment} />
          </span>
        </div>
      </header>
      <Marks {...props} />
      <p id={`${id}-body`} className="comment-body" lang={contentLanguage(body)} dir="auto">
        {body}
      </p>
      <Belonging {...props} tabIndex={tabIndex} />
      {canAct && <CommentActions {...props} tabIndex={tabIndex} />}
    </article>
  );
}

function Marks({ comment, isSameAddress }: CommentCardProps) {
  const { t } = useTranslation('console');
  const { publishStatus, heldFor, updatedAt, addressMark, deletedAt, deletedBy } = comment;
  const isWaiting = publishStatus === 'unconfirm' && deletedAt === null;
  return (
    <ul className="comment-marks">
      {heldFor !== null && (
        <li className={isWaiting ? 'comment-held' : undefined}>
          <ShieldAlert size={14} aria-hidden="true" />
          {t(isWaiting ? 'moderation.held' : 'moderation.wasHeld', { reason: t(`moderation.heldFor.${heldFor}`) })}
        </li>
      )}
      {updatedAt !== null && (
        <li>
          <PencilLine size={14} aria-hidden="true" />
          {t('moderation.edited')} <DateTime value={updatedAt} withTime isShort />
        </li>
      )}
      {addressMark !== null && (
        <li>
          {t('moderation.addressMark')} <code data-same={isSameAddress || undefined}>{addressMark}</code>
          {isSameAddress && <span className="sr-only">{t('moderation.sameAddress')}</span>}
        </li>
      )}
      {deletedAt !== null && (
        <li>
          {deletedBy === null ? t('moderation.deleted') : t('moderation.deletedBy', { name: deletedBy })}{' '}
          <DateTime value={deletedAt} withTime isShort />
        </li>
      )}
    </ul>
  );
}

/** Shows the post of a comment: a line, and on narrow screens an expandable preview that replaces the sidebar. */
function Belonging({ comment, post, loaded, canAct, tabIndex }: CommentCardProps & { tabIndex: number }) {
  const { t } = useTranslation('console');
  const [isOpen, setIsOpen] = useState(false);
  const { serviceId, contentId } = comment;
  return (
    <>
      {loaded.place.contentId === undefined && (
        <p className="comment-about">
          {post && <span lang={contentLanguage(post.title)}>{post.title}</span>}
          <Link to={contentCommentsPath(serviceId, contentId)} tabIndex={tabIndex}>
            <code>{contentId}</code>
          </Link>
        </p>
      )}
      <details className="comment-post-narrow" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary tabIndex={tabIndex}>{t('moderation.post.label')}</summary>
        {isOpen && <PostBeside comment={comment} post={post} loaded={loaded} canAct={canAct} />}
      </details>
    </>
  );
}
