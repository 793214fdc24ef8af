import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { HeldFor } from '#contract/admin-comments.ts';
import type { CommentEdit } from '#contract/comments.ts';
import type { Db } from '../../database/connect.ts';
import type { Tables } from '../../database/tables.ts';
import { findServiceConfigs } from '../../services/index.ts';
import { isBlocked } from './blocked-words.ts';
import { countAddresses } from './count-addresses.ts';
import { checkTime } from './form-time.ts';
import type { CommentDraft, JudgingTools } from './judging.ts';
import { isSaidBefore } from './said-before.repository.ts';

/**
 * Why a comment is not taken as it is, if there is a reason. Part of the transaction that stores it: ask `checkProofs`
 * before.
 */
export async function judgeComment(
  trx: Transaction<Tables>,
  tools: JudgingTools,
  draft: CommentDraft,
): Promise<HeldFor | undefined> {
  const { serviceId, input } = draft;
  if (input.website) return 'honeypot';
  const atOnce = checkTime(tools, draft) ?? (await judgeText(trx, serviceId, input));
  if (atOnce) return atOnce;
  return (await isSaidBefore(trx, { serviceId, body: input.body, now: tools.clock.now() })) ? 'duplicate' : undefined;
}

/** What a comment's text alone says against it; also of one that its author has changed. */
export async function judgeText(
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
