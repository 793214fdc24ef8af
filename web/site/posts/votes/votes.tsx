import { type FormEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useActionData, useSearchParams } from 'react-router';
import type { VoteType } from '#contract/votes.ts';
import { locales, useLanguage } from '../../../i18n/language.ts';
import { useSite } from '../../ui/site-context.ts';
import { showToast } from '../../ui/toasts.tsx';
import { useVote } from './use-vote.ts';
import type { VoteNumbers } from './vote-numbers.ts';
import { type FailedVote, voteResultAt, votesId } from './vote-place.ts';

interface VotesProps {
  readonly serviceId: string;
  readonly contentId: string;
  readonly numbers: VoteNumbers;
  readonly isSmall?: boolean;
}

export function Votes(props: VotesProps) {
  return useSite().voteTypes.length > 0 ? <VoteForm key={props.contentId} {...props} /> : null;
}

function VoteForm({ serviceId, contentId, numbers, isSmall = false }: VotesProps) {
  const { t } = useTranslation();
  const { voteTypes } = useSite();
  const result = voteResultAt(useSearchParams()[0], contentId, isSmall);
  const sayFailure = useFailureWords();
  const page = { own: voteTypes.find((type) => type === result), numbers };
  const used = useVote({ serviceId, contentId }, page, (error) => showToast(sayFailure(isTooOften(error)), 'danger'));
  const failed = useFailedVote(contentId);
  const headingId = useId();

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const pressed = voteTypes.find((type) => submitter instanceof HTMLButtonElement && type === submitter.value);
    used.vote(submitter?.getAttribute('name') === 'takeBack' ? undefined : pressed);
  };
  return (
    <section
      // A post page has many of these, so they are groups instead of region landmarks.
      role={isSmall ? 'group' : undefined}
      className="votes"
      data-small={isSmall || undefined}
      id={votesId(contentId, isSmall)}
      aria-labelledby={headingId}
    >
      <p className="sr-only" id={headingId}>
        {t('votes.name')}
      </p>
      <form className="ui-row ui-middle ui-gap-2-3" method="post" onSubmit={send}>
        <input type="hidden" name="intent" value="vote" />
        <input type="hidden" name="contentId" value={contentId} />
        {isSmall && <input type="hidden" name="small" value="1" />}
        {voteTypes.map((type) => (
          <VoteButton key={type} type={type} number={used.numbers[type]} isOwn={used.own === type} isSmall={isSmall} />
        ))}
        {!used.isChanged && result !== undefined && <Notice own={page.own} />}
        {!used.isChanged && failed && (
          <p className="votes-notice" role="alert">
            {sayFailure(failed.isTooOften)}
          </p>
        )}
      </form>
    </section>
  );
}

interface VoteButtonProps {
  readonly type: VoteType;
  readonly number: number;
  readonly isOwn: boolean;
  readonly isSmall: boolean;
}

function VoteButton({ type, number, isOwn, isSmall }: VoteButtonProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <button type="submit" name={isOwn ? 'takeBack' : 'type'} value={type} aria-pressed={isOwn}>
      <Thumb type={type} />
      <span className={isSmall ? 'sr-only' : undefined}>{t(`votes.${type}`)}</span>{' '}
      <span className="ui-digits">{new Intl.NumberFormat(locales[language]).format(number)}</span>
    </button>
  );
}

function Notice({ own }: { own: VoteType | undefined }) {
  const { t } = useTranslation();
  if (own === undefined) return <p className="votes-notice">{t('votes.takenBack')}</p>;
  return (
    <p className="votes-notice">
      {t(`votes.result.${own}`)}{' '}
      <button className="link-button" type="submit" name="takeBack" value={own}>
        {t('votes.takeBack')}
      </button>
    </p>
  );
}

function Thumb({ type }: { type: VoteType }) {
  return (
    <svg className="vote-thumb" data-type={type} viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <path d="M6.5 9 10 2.5c1.4 0 2.3 1 2.1 2.4L11.6 8h4.1c1 0 1.8.9 1.6 1.9l-1.1 5.6c-.2.9-.9 1.5-1.8 1.5H6.5Zm0 0H3v8h3.5" />
    </svg>
  );
}

function isTooOften(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 429;
}

function useFailureWords(): (isTooOften: boolean) => string {
  const { t } = useTranslation();
  return (tooOften) => t(tooOften ? 'votes.tooOften' : 'votes.failed');
}

function useFailedVote(contentId: string): FailedVote | undefined {
  const answer = useActionData<{ readonly failedVote?: FailedVote } | undefined>();
  return answer?.failedVote?.contentId === contentId ? answer.failedVote : undefined;
}
