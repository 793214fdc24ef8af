import type { CommentProfiles, OwnComment, PublicComment } from '#contract/comments.ts';
import type { WebhookComment } from '#contract/webhooks.ts';
import type { Database } from '../database/connect.ts';
import { toInstant } from '../platform/clock.ts';
import type { Vault } from '../platform/vault.ts';
import type { Comment } from './comment.repository.ts';
import { toCommentHtml } from './comment-html.ts';
import { openOrigin } from './comment-origin.ts';
import { listCommentsOfReader } from './user-comments.repository.ts';

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

export async function exportCommentsOfReader(
  { database, vault }: { readonly database: Database; readonly vault: Vault },
  readerId: string,
  options: { readonly limit: number },
): Promise<Record<string, unknown>[]> {
  const comments = await listCommentsOfReader(database.reader, readerId, options);
  return comments.map((comment) => {
    const { commentId, serviceId, contentId, body, publishStatus, createdAt, updatedAt, deletedAt } = comment;
    return {
      commentId,
      serviceId,
      contentId,
      body,
      profiles: toProfiles(comment),
      publishStatus,
      createdAt,
      updatedAt,
      deletedAt,
      ...openOrigin(vault, comment),
    };
  });
}
