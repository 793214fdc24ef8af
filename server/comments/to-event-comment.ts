import type { WebhookComment } from '#contract/webhooks.ts';
import type { Comment } from './comment.repository.ts';

/** A comment as webhooks are told of it: what it says, and who has said it, is for whoever may read it. */
export function toEventComment({ commentId, contentId, createdAt }: Comment): WebhookComment {
  return { commentId, contentId, createdAt };
}
