import { modals } from '@mantine/modals';
import { Check, CircleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ResponseOf } from '#contract/endpoint.ts';
import { type PostFinding, type PostReviewInput, postReviewApi } from '#contract/publishing.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { backgroundCall } from '../../session/console-call.ts';
import { ConsoleText } from '../ui/notify.tsx';
import './publish-dialog.css';

type Review = ResponseOf<typeof postReviewApi.review>;

function PublishReview({ review }: { review: Promise<Review | undefined> }) {
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
    <>
      <p className="question">{t('posts.confirmPublish')}</p>
      <div className="publish-review" role="status">
        {result === undefined && <p className="publish-review-note">{t('review.looking')}</p>}
        {result === 'none' && <p className="publish-review-note">{t('review.failed')}</p>}
        {typeof result === 'object' && <Findings review={result} />}
      </div>
    </>
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

export interface PublishQuestion extends PostReviewInput {
  readonly serviceId: string;
  readonly title: string;
  readonly isScheduled?: boolean;
}

/** Opens the confirmation at once and adds the review findings when they arrive; they never block publishing. */
export function askBeforePublishing({
  serviceId,
  title,
  isScheduled = false,
  ...post
}: PublishQuestion): Promise<boolean> {
  const review: Promise<Review | undefined> = backgroundCall(postReviewApi.review, {
    params: { serviceId },
    body: post,
  }).catch(() => undefined);
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title: <ConsoleText text="posts.publishTitle" values={{ title }} />,
      children: <PublishReview review={review} />,
      labels: {
        confirm: <ConsoleText text={isScheduled ? 'posts.schedule' : 'posts.publish'} />,
        cancel: <ConsoleText text="action.cancel" />,
      },
      confirmProps: { 'data-autofocus': true },
      withCloseButton: false,
      centered: true,
      onConfirm: () => resolve(true),
      onClose: () => resolve(false),
    });
  });
}
