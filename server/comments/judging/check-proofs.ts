import type { HeldFor } from '#contract/admin-comments.ts';
import { isMoreThan } from '../../guests/index.ts';
import { findServiceConfigs } from '../../services/index.ts';
import type { CommentDraft, JudgingTools } from './judging.ts';
import { checkProofOfWork } from './proof-of-work.ts';
import { checkRecaptcha } from './recaptcha.ts';

/**
 * Runs the checks that take time or call other servers, before the transaction: rate limit, reCAPTCHA and proof of
 * work.
 * @throws {Refusal} 429 when the rate limit is exceeded, 400 when reCAPTCHA is configured and its token is missing
 */
export async function checkProofs(tools: JudgingTools, draft: CommentDraft): Promise<HeldFor | undefined> {
  const isTooMany = await countComment(tools, draft);
  const captcha = await checkRecaptcha(tools, draft);
  return captcha ?? (await checkWork(tools, draft)) ?? (isTooMany ? 'too-many' : undefined);
}

async function countComment({ limit, choices }: JudgingTools, { reader }: CommentDraft): Promise<boolean> {
  const { heldAfter, refusedAfter } = choices.limits;
  return isMoreThan(await limit.take(reader, refusedAfter), heldAfter);
}

async function checkWork(tools: JudgingTools, draft: CommentDraft): Promise<HeldFor | undefined> {
  const { commentProofOfWork } = await findServiceConfigs(tools.reader, draft.serviceId, ['commentProofOfWork']);
  return commentProofOfWork && !(await checkProofOfWork(tools, draft)) ? 'no-proof' : undefined;
}
