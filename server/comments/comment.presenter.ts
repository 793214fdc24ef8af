import type { CommentProfiles, OwnComment, PublicComment } from '#contract/comments.ts';
import type { WebhookComment } from '#contract/webhooks.ts';
import { toInstant } from '../platform/clock.ts';
import type { Comment } from './comment.repository.ts';
import { toCommentHtml } from './comment-html.ts';

export function toPublicComment(comment: Comment): PublicComment {
  const { commentId, serviceId, contentId, body, publishStatus, createdAt, updatedAt } = comment;
  const profiles = toProfiles(comment);
  return {
    commentId,
    serviceId,
    contentId,
    body,
    bodyHtml: toCommentHtml(body),
    ...(Object.keys(profiles).length > 0 && { profiles }),
    publishStatus,
    createdAt,
    ...(updatedAt !== null && { updatedAt }),
    statusCreatedAt: `${publishStatus}#${createdAt}`,
    serviceIdContentId: `${serviceId}#${contentId}`,
  };
}

export function toOwnComment(comment: Comment, editableUntil: Date | undefined): OwnComment {
  return { ...toPublicComment(comment), ...(editableUntil && { editableUntil: toInstant(editableUntil) }) };
}

export function toProfiles({ nickname, age, area }: Pick<Comment, 'nickname' | 'age' | 'area'>): CommentProfiles {
  return { ...(nickname && { nickname }), ...(age && { age }), ...(area && { area }) };
}

/** Omits text and author, which the receiver has to fetch with its own permissions. */
export function toEventComment({ commentId, contentId, createdAt }: Comment): WebhookComment {
  return { commentId, contentId, createdAt };
}
