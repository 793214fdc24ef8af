import { z } from 'zod';
import type { HeldFor } from '#contract/admin-comments.ts';
import type { CommentInput } from '#contract/comments.ts';
import { messages } from '#contract/errors.ts';
import { badRequest } from '../../http/errors.ts';
import type { Log } from '../../platform/log.ts';
import { parseJson } from '../../platform/parse-json.ts';

export interface Recaptcha {
  readonly siteKey: string;
  readonly secretKey: string;
  readonly url: string;
}

const ACTION = 'comment';
const MIN_SCORE = 0.5;
const TIMEOUT_MS = 5000;
/** Bytes; typical responses have some hundred. */
const MAX_RESPONSE = 10_000;

const Verification = z.object({
  success: z.boolean(),
  score: z.number().optional(),
  action: z.string().optional(),
});

/**
 * Holds the comment when verification fails or is unavailable.
 * @throws {HttpError} 400 when a client with scripts sent no token
 */
export async function checkRecaptcha(
  { recaptcha, log }: { readonly recaptcha: Recaptcha | undefined; readonly log: Log },
  input: CommentInput,
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
    log.warn({ reason: String(error) }, 'reCAPTCHA unavailable, comment held');
    return 'no-captcha';
  }
}

async function verify({ url, secretKey }: Recaptcha, token: string): Promise<z.output<typeof Verification>> {
  const response = await fetch(`${url}/api/siteverify`, {
    method: 'POST',
    body: new URLSearchParams({ secret: secretKey, response: token }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: 'error',
  });
  return Verification.parse(parseJson(await readBounded(response)));
}

async function readBounded({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    // Leaving the loop cancels the stream.
    if (length > MAX_RESPONSE) throw new Error('The response is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
