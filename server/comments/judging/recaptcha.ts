import { z } from 'zod';
import type { HeldFor } from '#contract/admin-comments.ts';
import { messages } from '#contract/errors.ts';
import { badRequest } from '../../platform/errors.ts';
import { parseJson } from '../../platform/parse-json.ts';
import type { CommentDraft, ModerationTools, Recaptcha } from './judging.ts';

const ACTION = 'comment';
const MIN_SCORE = 0.5;
const TIMEOUT_MS = 5000;
/** Maximum response size in bytes; typical responses have some hundred. */
const MAX_ANSWER = 10_000;

const Answer = z.object({
  success: z.boolean(),
  score: z.number().optional(),
  action: z.string().optional(),
});

/**
 * Verifies the reCAPTCHA token when configured. Holds the comment when verification fails or is unavailable.
 * @throws {HttpError} 400 when a client with scripts sent no token
 */
export async function checkRecaptcha(
  { recaptcha, log }: Pick<ModerationTools, 'recaptcha' | 'log'>,
  { input }: Pick<CommentDraft, 'input'>,
): Promise<HeldFor | undefined> {
  if (!recaptcha) return undefined;
  if (!input.recaptcha) {
    if (input.isPlainForm) return 'no-captcha';
    throw badRequest(messages.recaptchaRequired, { recaptcha: messages.recaptchaRequired });
  }
  try {
    const { success, score = 0, action } = await verify(recaptcha, input.recaptcha);
    return success && action === ACTION && score >= MIN_SCORE ? undefined : 'no-captcha';
  } catch (error) {
    log.warn({ reason: String(error) }, 'reCAPTCHA did not answer, a comment is held');
    return 'no-captcha';
  }
}

async function verify({ url, secretKey }: Recaptcha, token: string): Promise<z.output<typeof Answer>> {
  const answer = await fetch(`${url}/api/siteverify`, {
    method: 'POST',
    body: new URLSearchParams({ secret: secretKey, response: token }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: 'error',
  });
  return Answer.parse(parseJson(await readBounded(answer)));
}

async function readBounded({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    // Leaving the loop cancels the stream.
    if (length > MAX_ANSWER) throw new Error('The answer is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
