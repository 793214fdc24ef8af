import type { Database } from '../database/connect.ts';
import { type AsksAsReader, type Guests, type Reader, readerOf } from '../guests/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Vault } from '../platform/vault.ts';
import type { Comment } from './comment.repository.ts';
import type { ModerationTools } from './moderation/moderation.ts';

export interface CommentTools {
  readonly database: Database;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly guests: Guests;
  readonly moderation: ModerationTools;
  readonly isEnabledComment: boolean;
  readonly comments: {
    readonly editMinutes: number;
  };
}

export interface CommentRequester {
  readonly serviceId: string;
  readonly contentId: string;
  readonly reader: Reader;
}

export function requesterOf(
  tools: CommentTools,
  {
    params,
    ...requester
  }: AsksAsReader & { readonly params: { readonly serviceId: string; readonly contentId: string } },
): CommentRequester {
  const { serviceId, contentId } = params;
  return { serviceId, contentId, reader: readerOf(tools, requester, serviceId) };
}

const MINUTE_MS = 60_000;

/** Returns the end of the edit period; undefined when it is over, or the visitor is not the author. */
export function editableUntil(tools: CommentTools, comment: Comment, reader: Reader): Date | undefined {
  if (!reader.isOneself || comment.authorId !== reader.readerId) return undefined;
  const end = new Date(Date.parse(comment.createdAt) + tools.comments.editMinutes * MINUTE_MS);
  return end > tools.clock.now() ? end : undefined;
}
