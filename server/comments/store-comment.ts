import type { Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { type Comment, insertComment, type NewComment } from './comment.repository.ts';
import { toDerivedText } from './comment-text.ts';
import { changeThread } from './thread.repository.ts';

export async function storeComment(trx: Transaction<Tables>, comment: NewComment): Promise<Comment> {
  const { serviceId, contentId, publishStatus, createdAt: now } = comment;
  const isSeen = publishStatus === 'publish';
  await changeThread(trx, { serviceId, contentId, comments: { [publishStatus]: 1 }, isSeen, now });
  return insertComment(trx, comment, toDerivedText(comment));
}
