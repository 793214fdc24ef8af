import { modals } from '@mantine/modals';
import { type PostReviewInput, postReviewApi } from '#contract/post-review.ts';
import { backgroundCall } from '../../../session/console-call.ts';
import { ConsoleText } from '../../ui/notify.tsx';
import { PublishReview, type Review } from './publish-review.tsx';
import './publish-review.css';

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
