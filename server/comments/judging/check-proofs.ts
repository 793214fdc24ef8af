import type { HeldFor } from '#contract/admin-comments.ts';
import { isMoreThan } from '../../guests/index.ts';
import { findServiceConfigs } from '../../services/index.ts';
import type { CommentDraft, ModerationTools } from './judging.ts';
import { checkProofOfWork } from './proof-of-work.ts';
import { checkRecaptcha } from './recaptcha.ts';

/**
 * Runs the checks that take time or call other servers, before the transaction: rate limit, reCAPTCHA and proof of
 * work.
 * @throws {HttpError} 429 when the rate limit is exceeded, 400 when reCAPTCHA is configured and its token is missing
 */
export async function checkProofs(tools: ModerationTools, draft: CommentDraft): Promise<HeldFor | undefined> {
  const isTooMany = await countComment(tools, draft);
  const captcha = await checkRecaptcha(tools, draft);
  return captcha ?? (await checkWork(tools, draft)) ?? (isTooMany ? 'too-many' : undefined);
}

async function countComment({ limit, choices }: ModerationTools, { reader }: CommentDraft): Promise<boolean> {
  const { heldAfter, rejectedAfter } = choices.limits;
  return isMoreThan(await limit.take(reader, rejectedAfter), heldAfter);
}

async function checkWork(tools: ModerationTools, draft: CommentDraft): Promise<HeldFor | undefined> {
  const { commentProofOfWork } = await findServiceConfigs(tools.reader, draft.serviceId, ['commentProofOfWork']);
  return commentProofOfWork && !(await checkProofOfWork(tools, draft)) ? 'no-proof' : undefined;
}
