import type { AdminComment } from '#contract/admin-comments.ts';
import type { Vault } from '../../platform/vault.ts';
import { toProfiles } from '../comment.presenter.ts';
import type { Comment } from '../comment.repository.ts';

const USER = 'user:';

export function toAdminComment(vault: Vault, comment: Comment): AdminComment {
  const { commentId, serviceId, contentId, body, publishStatus, heldFor, authorId } = comment;
  const { createdAt, updatedAt, deletedAt, deletedBy } = comment;
  const isUser = authorId.startsWith(USER);
  return {
    ...{ commentId, serviceId, contentId, body, publishStatus, heldFor },
    ...{ createdAt, updatedAt, deletedAt, deletedBy },
    profiles: toProfiles(comment),
    statusCreatedAt: `${publishStatus}#${createdAt}`,
    serviceIdContentId: `${serviceId}#${contentId}`,
    authorKind: isUser ? 'user' : 'guest',
    authorName: isUser ? authorId.slice(USER.length) : null,
    addressMark: comment.addressHash === null ? null : markOf(vault, serviceId, comment.addressHash),
  };
}

const MARK_BYTES = 4;

/**
 * Short enough to compare by eye, and different in every service, so that visitors cannot be tracked across services.
 */
function markOf(vault: Vault, serviceId: string, addressHash: string): string {
  const digest = vault.digest('mark of an address', `${serviceId} ${addressHash}`);
  return digest.subarray(0, MARK_BYTES).toString('hex');
}
