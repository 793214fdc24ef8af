import { useTranslation } from 'react-i18next';
import { contentLanguage } from '../../../i18n/content-language.ts';
import { DateTime } from '../../../ui/date-time.tsx';
import { NO_VOTES } from '../votes/vote-numbers.ts';
import { Votes } from '../votes/votes.tsx';
import { OwnTools } from './own-tools.tsx';
import type { ShownComment, ShownOwnComment } from './shown-comment.ts';
import { useThread } from './thread-context.ts';

interface CommentItemProps {
  readonly comment: ShownComment;
  readonly mine: ShownOwnComment | undefined;
  /** The comment that this one answers, if the page shows it. */
  readonly answered?: ShownComment | undefined;
}

export function CommentItem({ comment, mine, answered }: CommentItemProps) {
  const { t } = useTranslation('comments');
  const { place, votes, rejection } = useThread();
  const { commentId, bodyHtml, language } = mine ?? comment;
  const id = `comment-${commentId}`;
  const ownRejection = rejection?.commentId === commentId ? rejection : undefined;
  return (
    <article className="comment" id={id} aria-labelledby={`${id}-by`} tabIndex={-1} data-status={mine?.status}>
      <CommentHead id={id} comment={mine ?? comment} isMine={mine !== undefined} />
      {answered && (
        <p className="ui-quiet ui-small ui-text-links">
          <a href={`#comment-${answered.commentId}`}>{t('replyTo', { name: answered.nickname || t('anonymous') })}</a>
        </p>
      )}
      {mine && mine.status !== 'publish' && (
        <p className="ui-warned ui-size-note ui-above-2">{t(`own.${mine.status}`)}</p>
      )}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitizes the HTML */}
      <div className="comment-body" lang={language} dir="auto" dangerouslySetInnerHTML={{ __html: bodyHtml }} />
      {votes && (mine === undefined || mine.status === 'publish') && (
        <Votes serviceId={place.serviceId} contentId={commentId} numbers={votes[commentId] ?? NO_VOTES} isSmall />
      )}
      {mine && (mine.editableUntil !== undefined || ownRejection) && (
        <OwnTools comment={mine} rejection={ownRejection} />
      )}
    </article>
  );
}

function CommentHead({ id, comment, isMine }: { id: string; comment: ShownComment; isMine: boolean }) {
  const { t } = useTranslation('comments');
  const { nickname, age, area, createdAt, updatedAt } = comment;
  const about = Object.entries({ age, area }).filter(([, result]) => result !== '');
  return (
    <header className="ui-row ui-baseline ui-gap-0-3 ui-quiet ui-small">
      <p className="comment-by" id={`${id}-by`}>
        {nickname === '' ? (
          <span className="comment-anonymous ui-quiet">{t('anonymous')}</span>
        ) : (
          <b className="comment-nickname" lang={contentLanguage(nickname)}>
            <bdi>{nickname}</bdi>
          </b>
        )}
        {isMine && <span className="comment-mark">{t('own.mark')}</span>}
        {comment.isByService && <span className="comment-mark">{t('byService')}</span>}
      </p>
      {about.length > 0 && (
        <p className="comment-about ui-row">
          {about.map(([name, result]) => (
            <span key={name} lang={contentLanguage(result)}>
              <bdi>{result}</bdi>
            </span>
          ))}
        </p>
      )}
      <p className="comment-time ui-targets ui-text-links ui-push">
        <a href={`#${id}`}>
          <DateTime value={createdAt} withTime />
        </a>
        {updatedAt !== undefined && <span className="comment-edited"> {t('edited')}</span>}
      </p>
    </header>
  );
}
