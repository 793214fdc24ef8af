import type { CommentProfiles, OwnComment, PublicComment } from '#contract/comments.ts';
import type { WebhookComment } from '#contract/webhooks.ts';
import type { Database } from '../database/connect.ts';
import type { Caller } from '../http/caller.ts';
import { toInstant } from '../platform/clock.ts';
import type { Vault } from '../platform/vault.ts';
import type { Comment } from './comment.repository.ts';
import { toCommentHtml } from './comment-html.ts';
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

export interface CommentOrigin {
  readonly address: string | null;
  readonly userAgent: string | null;
}

const ADDRESS_PURPOSE = 'address of a comment';
const USER_AGENT_PURPOSE = 'user agent of a comment';

export function sealOrigin(
  vault: Vault,
  { address, userAgent }: Pick<Caller, 'address' | 'userAgent'>,
): Pick<Comment, 'sealedAddress' | 'userAgent'> {
  const seal = (purpose: string, text: string | undefined) =>
    text === undefined ? null : vault.seal(purpose, Buffer.from(text));
  return { sealedAddress: seal(ADDRESS_PURPOSE, address), userAgent: seal(USER_AGENT_PURPOSE, userAgent) };
}

/** Null where it is no longer stored or was sealed with another secret. */
export function openOrigin(vault: Vault, comment: Pick<Comment, 'sealedAddress' | 'userAgent'>): CommentOrigin {
  const open = (purpose: string, sealed: string | null) =>
    sealed === null ? null : (vault.open(purpose, sealed)?.toString() ?? null);
  return {
    address: open(ADDRESS_PURPOSE, comment.sealedAddress),
    userAgent: open(USER_AGENT_PURPOSE, comment.userAgent),
  };
}
