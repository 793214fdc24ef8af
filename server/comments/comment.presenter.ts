import type { CommentProfiles, OwnComment, PublicComment } from '#contract/comments.ts';
import type { WebhookComment } from '#contract/webhooks.ts';
import type { Reader } from '../access/index.ts';
import type { Caller } from '../http/caller.ts';
import { type Clock, MINUTE_MS, toInstant } from '../platform/clock.ts';
import type { Vault } from '../platform/vault.ts';
import type { Comment } from './comment.repository.ts';
import { toCommentHtml } from './comment-html.ts';

export function toPublicComment(comment: Comment): PublicComment {
  const { commentId, serviceId, contentId, body, publishStatus, createdAt, updatedAt, replyTo } = comment;
  const profiles = toProfiles(comment);
  return {
    commentId,
    serviceId,
    contentId,
    body,
    bodyHtml: toCommentHtml(body),
    ...(Object.keys(profiles).length > 0 && { profiles }),
    ...(isByService(comment) && { isByService: true as const }),
    ...(replyTo !== null && { replyTo }),
    publishStatus,
    createdAt,
    ...(updatedAt !== null && { updatedAt }),
    statusCreatedAt: `${publishStatus}#${createdAt}`,
    serviceIdContentId: `${serviceId}#${contentId}`,
  };
}

/** Author id of replies in the name of the service. */
export const authorOfService = (serviceId: string) => `service:${serviceId}`;

export function isByService({ authorId, serviceId }: Pick<Comment, 'authorId' | 'serviceId'>): boolean {
  return authorId === authorOfService(serviceId);
}

interface EditPeriod {
  readonly clock: Clock;
  readonly comments: { readonly editMinutes: number };
}

export function toOwnComment(period: EditPeriod, comment: Comment, reader: Reader): OwnComment {
  const end = editableUntil(period, comment, reader);
  return { ...toPublicComment(comment), ...(end && { editableUntil: toInstant(end) }) };
}

export function editableUntil({ clock, comments }: EditPeriod, comment: Comment, reader: Reader): Date | undefined {
  if (!reader.isIdentified || comment.authorId !== reader.readerId) return undefined;
  const end = new Date(Date.parse(comment.createdAt) + comments.editMinutes * MINUTE_MS);
  return end > clock.now() ? end : undefined;
}

export function toProfiles({ nickname, age, area }: Pick<Comment, 'nickname' | 'age' | 'area'>): CommentProfiles {
  return { ...(nickname && { nickname }), ...(age && { age }), ...(area && { area }) };
}

/** Omits text and author, which the receiver has to fetch with its own permissions. */
export function toEventComment({ commentId, contentId, createdAt }: Comment): WebhookComment {
  return { commentId, contentId, createdAt };
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
