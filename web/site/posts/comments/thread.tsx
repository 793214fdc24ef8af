import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Order } from '#contract/paging.ts';
import { CommentForm } from './comment-form.tsx';
import { FormFailure } from './comment-inputs.tsx';
import { CommentItem } from './comment-item.tsx';
import type { CommentsData } from './load-comments.server.ts';
import type { ShownOwnComment } from './shown-comment.ts';
import { type KnownThreadProps, ThreadContext, type ThreadProps } from './thread-context.ts';
import { useOwnComments } from './use-own-comments.ts';

export function Thread({ comments, ...place }: ThreadProps) {
  const { t } = useTranslation('comments');
  return (
    <div className="thread">
      {comments === null ? (
        <>
          <h2>{t('title')}</h2>
          <p className="ui-quiet">{t('failed')}</p>
        </>
      ) : (
        <KnownThread {...place} comments={comments} />
      )}
    </div>
  );
}

const FORM_RESULTS = ['publish', 'unconfirm', 'unpublish', 'deleted'] as const;

function KnownThread({ serviceId, contentId, ...thread }: KnownThreadProps) {
  const { comments, rejection, path } = thread;
  const place = { serviceId, contentId };
  const { t } = useTranslation('comments');
  const heading = useRef<HTMLHeadingElement>(null);
  const own = useOwnComments(place, comments);
  const count = comments.count + own.countChange;
  // The comment to change no longer exists, so the error is shown above the list.
  const isLost = rejection?.commentId !== undefined && own.ownOf(rejection.commentId) === undefined;
  const word = FORM_RESULTS.find((each) => each === comments.formResult?.what);
  const isNewestFirst = comments.order === 'desc';
  const unlisted = <UnlistedOwnComments comments={own.unlisted} />;
  return (
    <ThreadContext value={{ ...thread, place, own, onDeleted: () => heading.current?.focus() }}>
      <header className="thread-head ui-targets ui-row ui-baseline ui-gap-1-5">
        <h2 ref={heading} tabIndex={-1}>
          {t('title')} {count > 0 && <span className="thread-count ui-digits">{count}</span>}
        </h2>
        {comments.isOpen && count > 2 && (
          <a className="thread-write ui-size-note" href="#comment-form">
            {t('write')}
          </a>
        )}
        {count > 1 && <OrderSwitch path={path} order={comments.order} />}
      </header>
      {isLost && (
        <FormFailure
          failure={rejection.failure}
          title={t(rejection.isDeletion ? 'failure.deleteTitle' : 'failure.editTitle')}
        />
      )}
      {word && <p className="thread-result">{t(`result.${word}`)}</p>}
      {count === 0 && own.unlisted.length === 0 && <p className="thread-empty">{t('empty')}</p>}
      {isNewestFirst && unlisted}
      <ol className="comment-list">
        {comments.items.map((comment) => {
          const mine = own.ownOf(comment.commentId);
          if (mine === 'deleted') return null;
          return (
            <li key={comment.commentId}>
              <CommentItem
                comment={comment}
                mine={mine}
                answered={comments.items.find(({ commentId }) => commentId === comment.replyTo)}
              />
            </li>
          );
        })}
      </ol>
      <CommentPages path={path} comments={comments} />
      {!isNewestFirst && unlisted}
      {comments.isOpen || (rejection && rejection.commentId === undefined) ? (
        <CommentForm />
      ) : (
        <p className="thread-closed ui-quiet">{t('closed')}</p>
      )}
    </ThreadContext>
  );
}

function UnlistedOwnComments({ comments }: { comments: readonly ShownOwnComment[] }) {
  const { t } = useTranslation('comments');
  if (comments.length === 0) return null;
  return (
    <section className="own-comments" aria-label={t('own.title')}>
      <ol className="comment-list">
        {comments.map((comment) => (
          <li key={comment.commentId}>
            <CommentItem comment={comment} mine={comment} />
          </li>
        ))}
      </ol>
    </section>
  );
}

const ORDERS: readonly Order[] = ['asc', 'desc'];

function OrderSwitch({ path, order }: { path: string; order: Order }) {
  const { t } = useTranslation('comments');
  return (
    <nav className="thread-order ui-size-note" aria-label={t('order.label')}>
      <ul className="ui-line ui-gap-0-4">
        {ORDERS.map((each) => (
          <li key={each}>
            <Link
              to={`${path}${each === 'asc' ? '' : `?order=${each}`}#comments`}
              aria-current={each === order || undefined}
              rel="nofollow"
              preventScrollReset
            >
              {t(`order.${each}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function CommentPages({ path, comments }: { path: string; comments: CommentsData }) {
  const { t } = useTranslation('comments');
  const { order, back, on, isFirstPage } = comments;
  if (isFirstPage && on === undefined) return null;
  const to = (token: string | undefined) => {
    const query = new URLSearchParams({ ...(token !== undefined && { comments: token }) });
    if (order === 'desc') query.set('order', order);
    return `${path}${query.size > 0 ? `?${query}` : ''}#comments`;
  };
  return (
    <nav className="pages comment-pages ui-row" aria-label={t('pages')}>
      {back !== undefined && (
        <Link className="ui-backward" rel="prev nofollow" to={to(back)}>
          {t('previous')}
        </Link>
      )}
      {!isFirstPage && (
        <Link className="pages-newest" rel="nofollow" to={to(undefined)}>
          {t('first')}
        </Link>
      )}
      {on !== undefined && (
        <Link className="ui-onward ui-push" rel="next nofollow" to={to(on)}>
          {t('next')}
        </Link>
      )}
    </nav>
  );
}
