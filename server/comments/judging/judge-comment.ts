import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { HeldFor } from '#contract/admin-comments.ts';
import type { CommentEdit } from '#contract/comments.ts';
import type { CommentStatus } from '#contract/service-configs.ts';
import type { Db } from '../../database/connect.ts';
import type { Tables } from '../../database/tables.ts';
import { findServiceConfigs } from '../../services/index.ts';
import { isBlocked } from './blocked-words.ts';
import { countAddresses } from './count-addresses.ts';
import { checkTime } from './form-time.ts';
import type { CommentDraft, ModerationTools } from './judging.ts';
import { isDuplicateComment } from './said-before.repository.ts';

/**
 * Returns the reason to hold a comment, if any. Where comments are published immediately, a too fast one is held only
 * when it contains an address. Runs in the transaction that stores the comment; call `checkProofs` before.
 */
export async function moderateComment(
  trx: Transaction<Tables>,
  tools: ModerationTools,
  draft: CommentDraft,
  startsAs: CommentStatus,
): Promise<HeldFor | undefined> {
  const { serviceId, input } = draft;
  if (input.website) return 'honeypot';
  const time = checkTime(tools, draft);
  const isQuickAlone = time === 'too-fast' && startsAs === 'publish' && countAddresses(input.body) === 0;
  const atOnce = (isQuickAlone ? undefined : time) ?? (await moderateText(trx, serviceId, input));
  if (atOnce) return atOnce;
  return (await isDuplicateComment(trx, { serviceId, body: input.body, now: tools.clock.now() }))
    ? 'duplicate'
    : undefined;
}

export async function moderateText(
  db: Db,
  serviceId: string,
  { body, profiles }: z.output<typeof CommentEdit>,
): Promise<HeldFor | undefined> {
  const { commentMaxLinks, commentBlockedWords } = await findServiceConfigs(db, serviceId, [
    'commentMaxLinks',
    'commentBlockedWords',
  ]);
  if (countAddresses(body) > commentMaxLinks) return 'links';
  const texts = [body, profiles?.nickname, profiles?.age, profiles?.area].filter((text) => text !== undefined);
  return isBlocked(texts, commentBlockedWords) ? 'blocked-word' : undefined;
}
