import { timingSafeEqual } from 'node:crypto';
import { type Challenge, createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import type { HoldReason } from '#contract/admin-comments.ts';
import type { CommentInput } from '#contract/comments.ts';
import { messages } from '#contract/errors.ts';
import type { RateLimits } from '../../access/index.ts';
import { type Browser, cookieName } from '../../http/browser.ts';
import { badRequest } from '../../http/errors.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { parseJson } from '../../platform/parse-json.ts';
import { readBounded } from '../../platform/read-bounded.ts';
import type { Vault } from '../../platform/vault.ts';

const DAY_SECONDS = 24 * 60 * 60;
const FORM_PURPOSE = 'when a form was opened';
const FORM_TOKEN = /^(?<opened>[0-9a-z]{1,9})\.(?<signature>[\w-]{43})$/;

interface FormKey {
  readonly serviceId: string;
  /** Undefined for the image of plain forms, which does not know the content id. */
  readonly contentId?: string;
}

export function signFormTime(vault: Vault, form: FormKey, now: Date): string {
  const opened = Math.floor(now.getTime() / 1000).toString(36);
  return `${opened}.${sign(vault, form, opened).toString('base64url')}`;
}

function secondsSinceOpened(vault: Vault, form: FormKey, token: string, now: Date): number | undefined {
  const { opened, signature } = FORM_TOKEN.exec(token)?.groups ?? {};
  if (!opened || !signature) return undefined;
  if (!timingSafeEqual(sign(vault, form, opened), Buffer.from(signature, 'base64url'))) return undefined;
  const seconds = now.getTime() / 1000 - Number.parseInt(opened, 36);
  return seconds >= 0 && seconds < DAY_SECONDS ? seconds : undefined;
}

export function setFormTimeCookie(
  { vault, now, isSecure }: { readonly vault: Vault; readonly now: Date; readonly isSecure: boolean },
  browser: Pick<Browser, 'setCookie'>,
  serviceId: string,
): void {
  browser.setCookie(cookieName(cookieOf(serviceId), { isSecure }), signFormTime(vault, { serviceId }, now), {
    maxAge: DAY_SECONDS,
    isSecure,
  });
}

interface SubmittedForm {
  readonly serviceId: string;
  readonly contentId: string;
  readonly input: CommentInput;
  readonly browser: Pick<Browser, 'readCookie'>;
}

/** API clients, which send no form fields, are exempt. */
export function checkFormTime(
  { vault, now, minSeconds }: { readonly vault: Vault; readonly now: Date; readonly minSeconds: number },
  { serviceId, contentId, input, browser }: SubmittedForm,
): HoldReason | undefined {
  const { formToken, isPlainForm } = input;
  if (formToken === undefined && !isPlainForm) return undefined;
  const form = formToken === undefined ? { serviceId } : { serviceId, contentId };
  const token = formToken ?? readCookie(browser, cookieOf(serviceId)) ?? '';
  const seconds = secondsSinceOpened(vault, form, token, now);
  if (seconds === undefined) return 'no-time';
  return seconds < minSeconds ? 'too-fast' : undefined;
}

/** The unprefixed cookie is set on plain http only. */
function readCookie(browser: Pick<Browser, 'readCookie'>, name: string): string | undefined {
  return browser.readCookie(cookieName(name, { isSecure: true })) ?? browser.readCookie(name);
}

function sign(vault: Vault, { serviceId, contentId = '' }: FormKey, opened: string): Buffer {
  return vault.digest(FORM_PURPOSE, JSON.stringify([serviceId, contentId, opened]));
}

function cookieOf(serviceId: string): string {
  return `kawaraban-started-${serviceId}`;
}

/** Together about one second on a phone; prohibitive for thousands of comments. */
const COST = 1000;
const MIN_COUNTER = 1000;
const MAX_COUNTER = 3000;

const PROOF_SECONDS = 60 * 60;

interface ProofTools {
  readonly vault: Vault;
  readonly clock: Clock;
  readonly rateLimits: RateLimits;
}

/**
 * The expiry is stored in the signed data instead of ALTCHA's own field, because browsers with a wrong clock would
 * consider the challenge expired.
 */
export async function createProofChallenge(
  { vault, clock }: Pick<ProofTools, 'vault' | 'clock'>,
  { serviceId, contentId }: Required<FormKey>,
): Promise<Challenge> {
  const until = Math.floor(clock.now().getTime() / 1000) + PROOF_SECONDS;
  return createChallenge({
    ...secretsOf(vault),
    algorithm: 'PBKDF2/SHA-256',
    cost: COST,
    counter: randomInt(MAX_COUNTER, MIN_COUNTER),
    deriveKey,
    data: { place: `${serviceId}#${contentId}`, until },
  });
}

const Payload = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.literal('PBKDF2/SHA-256'),
      nonce: z.string(),
      salt: z.string(),
      cost: z.int(),
      keyLength: z.int(),
      keyPrefix: z.string(),
      keySignature: z.string(),
      data: z.object({ place: z.string(), until: z.number() }),
    }),
    signature: z.string().regex(/^[0-9a-f]{64}$/),
  }),
  solution: z.object({ counter: z.int(), derivedKey: z.string() }),
});

export async function checkProofOfWork(
  { vault, clock, rateLimits }: ProofTools,
  { serviceId, contentId }: Required<FormKey>,
  altcha = '',
): Promise<boolean> {
  const { success, data: payload } = Payload.safeParse(readPayload(altcha));
  if (!success) return false;
  const { place, until } = payload.challenge.parameters.data;
  const end = new Date(until * 1000);
  if (place !== `${serviceId}#${contentId}` || end <= clock.now()) return false;
  const { verified } = await verifySolution({ ...secretsOf(vault), ...payload, deriveKey });
  return verified && rateLimits.consumeOnce({ kind: 'proof of work', name: payload.challenge.signature, until: end });
}

function readPayload(altcha: string): unknown {
  return parseJson(Buffer.from(altcha, 'base64').toString());
}

function secretsOf(vault: Vault) {
  const secret = (name: string) => vault.digest('proof of work', name).toString('hex');
  return { hmacSignatureSecret: secret('challenge'), hmacKeySignatureSecret: secret('solution') };
}

export interface Recaptcha {
  readonly siteKey: string;
  readonly secretKey: string;
  readonly url: string;
}

const RECAPTCHA_ACTION = 'comment';
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
): Promise<HoldReason | undefined> {
  if (!recaptcha) return undefined;
  if (!input.recaptcha) {
    if (input.isPlainForm) return 'no-captcha';
    throw badRequest(messages.recaptchaRequired, { recaptcha: messages.recaptchaRequired });
  }
  try {
    const { success, score = 0, action } = await verify(recaptcha, input.recaptcha);
    return success && action === RECAPTCHA_ACTION && score >= MIN_SCORE ? undefined : 'no-captcha';
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
  const body = await readBounded(response, MAX_RESPONSE);
  if (!body) throw new Error('The response is too long.');
  return Verification.parse(parseJson(body.toString()));
}
