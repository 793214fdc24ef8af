import type { WebhookComment } from '#contract/webhooks.ts';
import type { Comment } from './comment.repository.ts';

/** Omits text and author, which the receiver has to fetch with its own permissions. */
export function toEventComment({ commentId, contentId, createdAt }: Comment): WebhookComment {
  return { commentId, contentId, createdAt };
}
