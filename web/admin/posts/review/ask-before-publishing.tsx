import { modals } from '@mantine/modals';
import { type PostReviewInput, postReviewApi } from '#contract/post-review.ts';
import { backgroundCall } from '../../../session/console-call.ts';
import { ConsoleText } from '../../ui/notify.tsx';
import { PublishReview, type Review } from './publish-review.tsx';
import './publish-review.css';

export interface PublishQuestion extends PostReviewInput {
  readonly serviceId: string;
  readonly title: string;
  /** What the button says that goes ahead: a post with a time to come is scheduled. */
  readonly isScheduled?: boolean;
}

/**
 * Asks before a post goes out, and says what may want a look. Nothing of that keeps anybody from publishing, and the
 * question is there at once: the list follows as soon as it is made.
 */
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
