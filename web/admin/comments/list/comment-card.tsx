import { Button, Checkbox } from '@mantine/core';
import {
  CircleCheck,
  CircleSlash,
  Clock,
  OctagonX,
  PencilLine,
  Reply,
  RotateCcw,
  ShieldAlert,
  Trash2,
} from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AdminComment, CommentAction, CommentedPost } from '#contract/admin-comments.ts';
import { contentLanguage } from '../../../i18n/content-language.ts';
import { contentCommentsPath } from '../../../paths/console.ts';
import { DateTime } from '../../../ui/date-time.tsx';
import { Badge } from '../../ui/badge.tsx';
import { CommentedPostDetails } from '../commented-post-details.tsx';
import type { LoadedComments } from '../load-comments.ts';
import type { Triage } from '../triage/triage.ts';
import { ReplyForm } from './reply-form.tsx';
import './cards.css';

const badges = {
  publish: { tone: 'good', icon: CircleCheck },
  unpublish: { tone: 'bad', icon: CircleSlash },
  unconfirm: { tone: 'waiting', icon: Clock },
  deleted: { tone: 'quiet', icon: Trash2 },
} as const;

function CommentState({ comment }: { comment: Pick<AdminComment, 'publishStatus' | 'deletedAt'> }) {
  const { t } = useTranslation('console');
  const { publishStatus, deletedAt } = comment;
  return (
    <>
      {deletedAt !== null && <Badge {...badges.deleted} text={t('moderation.state.deleted')} />}
      <Badge {...badges[publishStatus]} text={t(`moderation.state.${publishStatus}`)} />
    </>
  );
}

interface CommentCardProps {
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
      className="comment-card ui-panel"
      tabIndex={tabIndex}
      aria-labelledby={`${id}-head`}
      aria-describedby={`${id}-body`}
      aria-current={isCurrent || undefined}
      data-status={deletedAt === null ? comment.publishStatus : 'deleted'}
      data-selected={isSelected || undefined}
      onFocus={() => !isCurrent && triage.go(commentId)}
      onMouseDown={() => !isCurrent && triage.go(commentId)}
    >
      <header className="comment-head ui-line ui-top ui-gap-3">
        {canAct && (
          <Checkbox
            tabIndex={tabIndex}
            aria-label={t('moderation.selectOne')}
            aria-describedby={`${id}-head`}
            checked={isSelected}
            onChange={() => triage.toggle(commentId)}
          />
        )}
        <div id={`${id}-head`} className="comment-by ui-row ui-middle ui-gap-1-3">
          <AuthorLine comment={comment} />
          <DateTime value={comment.createdAt} withTime isShort />
          <span className="ui-row ui-gap-1-2 ui-push">
            <CommentState comment={comment} />
          </span>
        </div>
      </header>
      <Marks {...props} />
      <p id={`${id}-body`} className="comment-body" lang={contentLanguage(body)} dir="auto">
        {body}
      </p>
      <PostOfComment {...props} tabIndex={tabIndex} />
      {canAct && <CommentActions {...props} tabIndex={tabIndex} />}
    </article>
  );
}

function Marks({ comment, isSameAddress }: CommentCardProps) {
  const { t } = useTranslation('console');
  const { publishStatus, heldFor, updatedAt, addressMark, deletedAt, deletedBy } = comment;
  const isWaiting = publishStatus === 'unconfirm' && deletedAt === null;
  return (
    <ul className="comment-marks ui-row ui-gap-1-4 ui-note ui-above-2">
      {heldFor !== null && (
        <li className={isWaiting ? 'comment-held' : undefined}>
          <ShieldAlert size={14} />
          {t(isWaiting ? 'moderation.held' : 'moderation.wasHeld', { reason: t(`moderation.heldFor.${heldFor}`) })}
        </li>
      )}
      {updatedAt !== null && (
        <li>
          <PencilLine size={14} />
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
          {comment.isSpam && `${t('moderation.spam')} `}
          {deletedBy === null ? t('moderation.deleted') : t('moderation.deletedBy', { name: deletedBy })}{' '}
          <DateTime value={deletedAt} withTime isShort />
        </li>
      )}
    </ul>
  );
}

/** On narrow screens an expandable preview replaces the sidebar. */
function PostOfComment({ comment, post, loaded, canAct, tabIndex }: CommentCardProps & { tabIndex: number }) {
  const { t } = useTranslation('console');
  const [isOpen, setIsOpen] = useState(false);
  const { serviceId, contentId } = comment;
  return (
    <>
      {loaded.place.contentId === undefined && (
        <p className="comment-about ui-row ui-gap-1-3 ui-note">
          {post && <span lang={contentLanguage(post.title)}>{post.title}</span>}
          <Link to={contentCommentsPath(serviceId, contentId)} tabIndex={tabIndex}>
            <code>{contentId}</code>
          </Link>
        </p>
      )}
      <details className="comment-post-narrow" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary tabIndex={tabIndex}>{t('moderation.post.label')}</summary>
        {isOpen && <CommentedPostDetails comment={comment} post={post} loaded={loaded} canAct={canAct} />}
      </details>
    </>
  );
}

function AuthorLine({ comment }: { comment: Pick<AdminComment, 'profiles' | 'authorKind' | 'authorName'> }) {
  const { t } = useTranslation('console');
  const { profiles, authorKind, authorName } = comment;
  const { nickname, age, area } = profiles;
  return (
    <>
      <bdi className="comment-nickname ui-strong" lang={nickname && contentLanguage(nickname)}>
        {nickname ?? t('moderation.noName')}
      </bdi>
      <span className="ui-note">
        {authorKind === 'user' ? t('moderation.user', { name: authorName ?? '' }) : t(`moderation.${authorKind}`)}
      </span>
      {age && <bdi className="ui-note">{t('moderation.age', { age })}</bdi>}
      {area && <bdi className="ui-note">{t('moderation.area', { area })}</bdi>}
    </>
  );
}

interface CommentActionsProps {
  readonly comment: AdminComment;
  readonly triage: Triage;
  readonly tabIndex: number;
  readonly focusCurrent: () => void;
}

const icons = {
  publish: CircleCheck,
  unpublish: CircleSlash,
  spam: OctagonX,
  delete: Trash2,
  restore: RotateCcw,
} as const;

function CommentActions({ comment, triage, tabIndex, focusCurrent }: CommentActionsProps) {
  const { t } = useTranslation('console');
  const { commentId, publishStatus, deletedAt, authorKind } = comment;
  const [isReplying, setIsReplying] = useState(false);
  const act = (action: CommentAction) => {
    void triage.act([commentId], action);
    focusCurrent();
  };
  return (
    <>
      <div className="comment-actions ui-row ui-gap-2">
        {deletedAt === null && authorKind !== 'service' && (
          <Button
            tabIndex={tabIndex}
            size="compact-sm"
            variant="default"
            leftSection={<Reply size={14} />}
            aria-expanded={isReplying}
            data-reply={tabIndex === 0 || undefined}
            onClick={() => setIsReplying(!isReplying)}
          >
            {t('moderation.action.reply')}
          </Button>
        )}
        {actionsOn(comment).map((action) => {
          const Icon = icons[action];
          return (
            <Button
              key={action}
              tabIndex={tabIndex}
              size="compact-sm"
              variant="default"
              {...((action === 'spam' || action === 'delete') && { variant: 'subtle', color: 'vermilion' })}
              disabled={action === publishStatus}
              leftSection={<Icon size={14} />}
              onClick={() => act(action)}
            >
              {t(`moderation.action.${action}`)}
            </Button>
          );
        })}
      </div>
      {isReplying && (
        <ReplyForm
          comment={comment}
          onClose={() => {
            setIsReplying(false);
            focusCurrent();
          }}
        />
      )}
    </>
  );
}

function actionsOn({ deletedAt, authorKind }: AdminComment) {
  if (deletedAt !== null) return ['restore'] as const;
  if (authorKind === 'service') return ['publish', 'unpublish', 'delete'] as const;
  return ['publish', 'unpublish', 'spam', 'delete'] as const;
}
