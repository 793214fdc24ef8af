import type { Database } from '../database/connect.ts';
import type { Vault } from '../platform/vault.ts';
import { toProfiles } from './comment.presenter.ts';
import { openOrigin } from './comment-origin.ts';
import { listCommentsOfReader } from './user-comments.repository.ts';

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
