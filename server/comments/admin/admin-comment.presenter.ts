import type { AdminComment } from '#contract/admin-comments.ts';
import { toUsername } from '../../access/index.ts';
import type { Vault } from '../../platform/vault.ts';
import { isByService, toProfiles } from '../comment.presenter.ts';
import type { Comment } from '../comment.repository.ts';

export function toAdminComment(vault: Vault, comment: Comment): AdminComment {
  const { serviceId, contentId, publishStatus, authorId, createdAt } = comment;
  const username = toUsername(authorId);
  return {
    commentId: comment.commentId,
    serviceId,
    contentId,
    body: comment.body,
    publishStatus,
    heldFor: comment.heldFor,
    createdAt,
    updatedAt: comment.updatedAt,
    deletedAt: comment.deletedAt,
    deletedBy: comment.deletedBy,
    replyTo: comment.replyTo,
    isSpam: comment.isSpam,
    profiles: toProfiles(comment),
    statusCreatedAt: `${publishStatus}#${createdAt}`,
    serviceIdContentId: `${serviceId}#${contentId}`,
    authorKind: isByService(comment) ? 'service' : username === undefined ? 'guest' : 'user',
    authorName: username ?? null,
    addressMark: comment.addressHash === null ? null : toAddressMark(vault, serviceId, comment.addressHash),
  };
}

const MARK_BYTES = 4;

/**
 * Short enough to compare by eye, and different in every service, so that visitors cannot be tracked across services.
 */
function toAddressMark(vault: Vault, serviceId: string, addressHash: string): string {
  const digest = vault.digest('mark of an address', `${serviceId} ${addressHash}`);
  return digest.subarray(0, MARK_BYTES).toString('hex');
}
