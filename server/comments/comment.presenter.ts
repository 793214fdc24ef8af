import type { CommentProfiles, OwnComment, PublicComment } from '#contract/comments.ts';
import { toInstant } from '../platform/clock.ts';
import type { Comment } from './comment.repository.ts';
import { toCommentHtml } from './comment-html.ts';

/** What readers may know of a comment; whatever is empty is left out. */
export function toPublicComment(comment: Comment): PublicComment {
  const { commentId, serviceId, contentId, body, publishStatus, createdAt, updatedAt } = comment;
  const profiles = toProfiles(comment);
  return {
    ...{ commentId, serviceId, contentId, body, bodyHtml: toCommentHtml(body) },
    ...(Object.keys(profiles).length > 0 && { profiles }),
    ...{ publishStatus, createdAt },
    ...(updatedAt !== null && { updatedAt }),
    statusCreatedAt: `${publishStatus}#${createdAt}`,
    serviceIdContentId: `${serviceId}#${contentId}`,
  };
}

/** What its author may know of it, and until when they may change it. */
export function toOwnComment(comment: Comment, editableUntil: Date | undefined): OwnComment {
  return { ...toPublicComment(comment), ...(editableUntil && { editableUntil: toInstant(editableUntil) }) };
}

/** What somebody said of themselves, without what they left empty. */
export function toProfiles({ nickname, age, area }: Pick<Comment, 'nickname' | 'age' | 'area'>): CommentProfiles {
  return { ...(nickname && { nickname }), ...(age && { age }), ...(area && { area }) };
}
