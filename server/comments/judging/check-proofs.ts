import type { HeldFor } from '#contract/admin-comments.ts';
import { isMoreThan } from '../../guests/index.ts';
import { findServiceConfigs } from '../../services/index.ts';
import type { CommentDraft, JudgingTools } from './judging.ts';
import { checkProofOfWork } from './proof-of-work.ts';
import { checkRecaptcha } from './recaptcha.ts';

/**
 * What has to be known of a comment before its transaction begins, since it needs time or other servers: whether there
 * have been too many, and whether it brings what proves that a person sends it.
 * @throws {Refusal} 429 when there have been far too many, 400 where reCAPTCHA is configured and nothing of it is there.
 */
export async function checkProofs(tools: JudgingTools, draft: CommentDraft): Promise<HeldFor | undefined> {
  const isTooMany = await countComment(tools, draft);
  const captcha = await checkRecaptcha(tools, draft);
  return captcha ?? (await checkWork(tools, draft)) ?? (isTooMany ? 'too-many' : undefined);
}

/** Whether there have been more than are taken as they are. */
async function countComment({ limit, choices }: JudgingTools, { reader }: CommentDraft): Promise<boolean> {
  const { heldAfter, refusedAfter } = choices.limits;
  return isMoreThan(await limit.take(reader, refusedAfter), heldAfter);
}

async function checkWork(tools: JudgingTools, draft: CommentDraft): Promise<HeldFor | undefined> {
  const { commentProofOfWork } = await findServiceConfigs(tools.reader, draft.serviceId, ['commentProofOfWork']);
  return commentProofOfWork && !(await checkProofOfWork(tools, draft)) ? 'no-proof' : undefined;
}
