import { Radio, TextInput } from '@mantine/core';
import { Check, CircleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ResponseOf } from '#contract/endpoint.ts';
import { type PostFinding, type PostReviewInput, postReviewApi } from '#contract/publishing.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { locales, useLanguage } from '../../i18n/language.ts';
import { backgroundCall } from '../../session/console-call.ts';
import { plainTextOf } from '../post-editor/outline.ts';
import { DialogForm, openDialog } from '../ui/dialog.tsx';
import { effectiveTime, fromLocalInput, isFuture, useNow } from '../ui/local-time.ts';
import { ConsoleText } from '../ui/notify.tsx';
import { readableAddress } from './public-address.ts';
import './publish-dialog.css';

type Review = ResponseOf<typeof postReviewApi.review>;

/** The post as it will be saved. */
export interface ReviewedPost extends PostReviewInput {
  readonly title: string;
}

export interface PublishQuestion extends ReviewedPost {
  readonly serviceId: string;
  readonly serviceLabel: string;
  /** Public URL. */
  readonly address: string;
  readonly image: string | undefined;
  /** Value of a `datetime-local` input; empty publishes now. */
  readonly publishAt: string;
  readonly canChooseTime: boolean;
}

export interface PublishAnswer {
  readonly publishAt: string;
}

/** Opens the dialog at once and adds the review findings when they arrive; they never block publishing. */
export function askBeforePublishing(question: PublishQuestion): Promise<PublishAnswer | undefined> {
  const { serviceId, title, body, bodyFormat, description, slug, images } = question;
  const review: Promise<Review | undefined> = backgroundCall(postReviewApi.review, {
    params: { serviceId },
    body: { body, bodyFormat, description, slug, images },
  }).catch(() => undefined);
  return openDialog<PublishAnswer>(
    <ConsoleText text="posts.publishTitle" values={{ title }} />,
    (close) => <PublishDialog question={question} review={review} onClose={close} />,
    { size: 'xl' },
  );
}

interface PublishDialogProps {
  readonly question: PublishQuestion;
  readonly review: Promise<Review | undefined>;
  readonly onClose: (answer?: PublishAnswer) => void;
}

function PublishDialog({ question, review, onClose }: PublishDialogProps) {
  const { t } = useTranslation('console');
  const { serviceLabel, address, canChooseTime } = question;
  const now = useNow();
  const [publishAt, setPublishAt] = useState(question.publishAt);
  const [isTimed, setIsTimed] = useState(question.publishAt !== '');
  const chosen = isTimed ? publishAt : '';
  const instant = fromLocalInput(chosen);
  const scheduled = instant !== null && isFuture(instant, now) ? effectiveTime(instant, now) : undefined;
  const time = useShortTime(scheduled);
  return (
    <DialogForm
      onSubmit={() => onClose({ publishAt: chosen })}
      onCancel={() => onClose()}
      action={time === undefined ? t('publish.now') : t('publish.at', { time })}
      isDisabled={isTimed && instant === null}
      isFocused
    >
      <p>
        <span lang={contentLanguage(serviceLabel)}>{serviceLabel}</span>
        <span className="publish-address ui-quiet">{readableAddress(address)}</span>
      </p>
      {canChooseTime && (
        <Radio.Group
          aria-label={t('publish.when')}
          value={isTimed ? 'timed' : 'now'}
          onChange={(value) => setIsTimed(value === 'timed')}
        >
          <div className="ui-row ui-middle ui-gap-2-4">
            <Radio value="now" label={t('publish.rightAway')} />
            <Radio value="timed" label={t('publish.timed')} />
            {isTimed && (
              <TextInput
                type="datetime-local"
                aria-label={t('posts.fields.publishAt')}
                max="9999-12-31T23:59"
                value={publishAt}
                onChange={({ currentTarget }) => setPublishAt(currentTarget.value)}
              />
            )}
          </div>
        </Radio.Group>
      )}
      <ReviewResult review={review} />
      <Appearance question={question} />
    </DialogForm>
  );
}

/** `Nov 24, 9:10 AM`; with the year unless it is this one. */
function useShortTime(instant: string | undefined): string | undefined {
  const locale = locales[useLanguage()];
  if (instant === undefined) return undefined;
  const at = new Date(instant);
  const isThisYear = at.getFullYear() === new Date().getFullYear();
  return new Intl.DateTimeFormat(locale, {
    ...(!isThisYear && { year: 'numeric' }),
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(at);
}

const SHOWN_CHARACTERS = 120;

/** The post as search engines, shared links and lists show it. */
function Appearance({ question }: { question: PublishQuestion }) {
  const { t } = useTranslation('console');
  const { title, serviceLabel, address, image, description, body, bodyFormat } = question;
  const text = description?.trim() || plainTextOf(body.slice(0, 2000), bodyFormat).replace(/\s+/g, ' ').trim();
  const shown = text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
  const { host } = new URL(address);
  const picture = image !== undefined && <img src={image} alt="" />;
  return (
    <div className="publish-appearance">
      <Sample heading={t('publish.inSearch')}>
        <span className="publish-address ui-quiet">{readableAddress(address)}</span>
        <strong>{[title, serviceLabel].join(' – ')}</strong>
        <span>{shown}</span>
      </Sample>
      <Sample heading={t('publish.inLists')}>
        <strong>{title}</strong>
        <span>{shown}</span>
        {picture}
      </Sample>
      <Sample heading={t('publish.shared')} isCard>
        {picture || <span className="publish-drawn">{title}</span>}
        <strong>{title}</strong>
        <span className="ui-quiet">{host}</span>
      </Sample>
    </div>
  );
}

interface SampleProps {
  readonly heading: string;
  readonly isCard?: boolean;
  readonly children: ReactNode;
}

function Sample({ heading, isCard, children }: SampleProps) {
  return (
    <figure className="publish-sample" data-card={isCard}>
      <figcaption>{heading}</figcaption>
      <div>{children}</div>
    </figure>
  );
}

function ReviewResult({ review }: { review: Promise<Review | undefined> }) {
  const { t } = useTranslation('console');
  const [result, setResult] = useState<Review | 'none'>();
  useEffect(() => {
    let isAlive = true;
    void review.then((answer) => isAlive && setResult(answer ?? 'none'));
    return () => {
      isAlive = false;
    };
  }, [review]);
  return (
    <div className="publish-review" role="status">
      {result === undefined && <p className="publish-review-note">{t('review.looking')}</p>}
      {result === 'none' && <p className="publish-review-note">{t('review.failed')}</p>}
      {typeof result === 'object' && <Findings review={result} />}
    </div>
  );
}

function Findings({ review: { findings, more } }: { review: Review }) {
  const { t } = useTranslation('console');
  if (findings.length === 0) {
    return (
      <p className="publish-review-note">
        <Check />
        {t('review.nothing')}
      </p>
    );
  }
  return (
    <>
      <h3>{t('review.heading')}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be focusable */}
      <ul tabIndex={0} aria-label={t('review.heading')}>
        {findings.map((finding) => (
          <li key={JSON.stringify(finding)}>
            <CircleAlert />
            <span>
              <Finding finding={finding} />
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="publish-review-note">{t('review.more', { count: more })}</p>}
    </>
  );
}

function Finding({ finding }: { finding: PostFinding }) {
  const { t } = useTranslation('console');
  switch (finding.kind) {
    case 'noDescription':
      return t('review.noDescription');
    case 'imageWithoutAlt':
      return (
        <>
          {t('review.imageWithoutAlt')} <code>{finding.name}</code>
        </>
      );
    case 'brokenLink':
      return (
        <>
          {t(`review.brokenLink.${finding.why}`)} <code>{finding.address}</code>
        </>
      );
    case 'headingSkipped':
      return (
        <>
          {t('review.headingSkipped', { from: finding.from, to: finding.to })}{' '}
          <q lang={contentLanguage(finding.text)}>{finding.text}</q>
        </>
      );
  }
}
