import type { Database } from '../database/connect.ts';
import type { Vault } from '../platform/vault.ts';
import { toProfiles } from './comment.presenter.ts';
import { type Comment, listCommentsOfAuthor } from './comment.repository.ts';
import { openOrigin } from './comment-origin.ts';

export async function listCommentsOf(
  { database, vault }: { readonly database: Database; readonly vault: Vault },
  readerId: string,
  bound: { readonly limit: number },
): Promise<Record<string, unknown>[]> {
  const comments = await listCommentsOfAuthor(database.reader, readerId, bound);
  return comments.map((comment) => toKept(vault, comment));
}

function toKept(vault: Vault, comment: Comment): Record<string, unknown> {
  const { commentId, serviceId, contentId, body, publishStatus, createdAt, updatedAt, deletedAt } = comment;
  return {
    ...{ commentId, serviceId, contentId, body, profiles: toProfiles(comment) },
    ...{ publishStatus, createdAt, updatedAt, deletedAt, ...openOrigin(vault, comment) },
  };
}
