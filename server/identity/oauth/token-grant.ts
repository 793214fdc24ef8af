import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ProviderError } from '#contract/provider-sign-in.ts';
import { text } from '#contract/text.ts';
import type { Caller } from '../../http/caller.ts';
import { MINUTE_MS } from '../../platform/clock.ts';
import { endSession } from '../own-account.ts';
import { recordFailedSignIn, recordSignIn } from '../password-challenge.ts';
import { isChallengeConsumed } from '../pool-limit.repository.ts';
import { findPoolUser, type PoolUser } from '../pool-user.repository.ts';
import { isRecoveryCode } from '../recovery-codes.ts';
import { openChallenge, type Sealed, sealChallenge } from '../sealed-challenge.ts';
import { checkAnswer } from '../software-token-challenge.ts';
import { clearCodeFailures } from '../software-token-check.ts';
import { isMfaDemanded } from '../software-token-setup.ts';
import { openSession, refreshTokens, TOKEN_SECONDS, type Tokens } from '../tokens.ts';
import type { UserPool } from '../user-pool.ts';
import { OAuthError, SignInError } from './errors.ts';
import { consumeInTransaction } from './transaction.ts';

const CODE_PURPOSE = 'authorization code';
const CODE_LIFE_MS = 5 * MINUTE_MS;

const Code = z.object({
  provider: z.string(),
  username: z.string(),
  redirectUri: z.string(),
  codeChallenge: z.string(),
});
type Code = z.infer<typeof Code>;

export function sealCode(pool: UserPool, code: Code): string {
  return sealChallenge(pool, CODE_PURPOSE, code, CODE_LIFE_MS);
}

function openCode(pool: UserPool, code: string) {
  return openChallenge(pool, CODE_PURPOSE, code, Code);
}

/** RFC 7636, 4.6. */
function isVerifierOf({ codeChallenge }: Pick<Code, 'codeChallenge'>, verifier: string): boolean {
  return createHash('sha256').update(verifier).digest('base64url') === codeChallenge;
}

/**
 * Keeps a linked provider from bypassing MFA. A right code consumes the authorization; a wrong one allows up to four
 * more attempts.
 */
async function requireOneTimeCode(
  pool: UserPool,
  { username }: PoolUser,
  { authorization, code, caller }: { authorization: Sealed; code: string | undefined; caller: Caller },
): Promise<void> {
  if (code === undefined) throw new SignInError('totp_required', { username });
  const how = isRecoveryCode(code) ? 'recovery-code' : 'totp';
  const outcome = await checkAnswer(pool, authorization, { username, code, how, caller });
  if (outcome !== 'right') {
    await recordFailedSignIn(pool, username, caller, how);
    throw new SignInError(REJECTION_CODES[outcome], { username });
  }
  await clearCodeFailures(pool, username);
}

const REJECTION_CODES: Readonly<Record<'wrong' | 'used' | 'locked' | 'over', ProviderError>> = {
  wrong: 'totp_mismatch',
  used: 'totp_mismatch',
  locked: 'too_many_attempts',
  over: 'sign_in_expired',
};

const ClientRequest = z.object({ grant_type: text({ max: 100 }), client_id: text({ max: 128 }) });

const CodeRequest = z.object({
  code: text({ min: 1, max: 4000 }),
  redirect_uri: text({ max: 2000 }),
  // RFC 7636, 4.1
  code_verifier: z.string().regex(/^[\w.~-]{43,128}$/),
  totp_code: text({ max: 100 }).optional(),
});

const RefreshRequest = z.object({ refresh_token: text({ min: 1, max: 4000 }) });

/** RFC 6749, 4.1.3 and 6. */
export async function grantTokens(pool: UserPool, form: unknown, caller: Caller): Promise<object> {
  const { grant_type, client_id } = read(ClientRequest, form);
  if (client_id !== pool.clientId) throw new OAuthError('invalid_client');
  switch (grant_type) {
    case 'authorization_code':
      return grantByCode(pool, read(CodeRequest, form), caller);
    case 'refresh_token':
      return grantByRefreshToken(pool, read(RefreshRequest, form).refresh_token);
    default:
      throw new OAuthError('unsupported_grant_type');
  }
}

async function grantByCode(pool: UserPool, request: z.infer<typeof CodeRequest>, caller: Caller): Promise<object> {
  const code = openCode(pool, request.code);
  if (!code) throw new OAuthError('invalid_grant');
  if (await endReused(pool, code, caller)) {
    if (request.totp_code !== undefined) throw new SignInError('sign_in_expired', { username: code.username });
    throw new OAuthError('invalid_grant');
  }
  if (!isVerifierOf(code, request.code_verifier) || code.redirectUri !== request.redirect_uri) {
    // A wrong verifier indicates a stolen code, so the code is consumed.
    await consumeInTransaction(pool, code);
    throw new OAuthError('invalid_grant');
  }
  const user = await findPoolUser(pool.database.writer, code.username);
  if (!user?.isEnabled) throw new SignInError('account_disabled', { username: code.username });
  await consumeCode(pool, user, { authorization: code, code: request.totp_code, caller }).catch(async (error) => {
    await endReused(pool, code, caller);
    throw error;
  });
  const tokens = await openSession(pool, user, caller, code.challengeId);
  if (await isChallengeConsumed(pool.database.writer, reuseOf(code).challengeId)) {
    await endReused(pool, code, caller);
    throw new OAuthError('invalid_grant');
  }
  await recordSignIn(pool, user, caller, code.provider);
  return answerOf(tokens);
}

const reuseOf = (code: Sealed): Sealed => ({ ...code, challengeId: `${code.challengeId}/reused` });

/** A second use ends the session of the first (RFC 6749, 4.1.2), also one that is being opened. */
async function endReused(pool: UserPool, code: Sealed & Pick<Code, 'username'>, caller: Caller): Promise<boolean> {
  const { challengeId: sessionId } = code;
  if (!(await isChallengeConsumed(pool.database.writer, sessionId))) return false;
  await consumeInTransaction(pool, reuseOf(code));
  await endSession(pool, code, { sessionId, caller });
  return true;
}

async function consumeCode(
  pool: UserPool,
  user: PoolUser,
  answer: { authorization: Sealed; code: string | undefined; caller: Caller },
): Promise<void> {
  if (user.isTotpEnabled) return requireOneTimeCode(pool, user, answer);
  if (await isMfaDemanded(pool, user)) throw new SignInError('mfa_setup_required', { username: user.username });
  if (!(await consumeInTransaction(pool, answer.authorization))) throw new OAuthError('invalid_grant');
}

async function grantByRefreshToken(pool: UserPool, refreshToken: string): Promise<object> {
  const tokens = await refreshTokens(pool, refreshToken);
  if (!tokens) throw new OAuthError('invalid_grant');
  return answerOf(tokens);
}

function answerOf({ accessToken, idToken, refreshToken }: Tokens & { refreshToken?: string }): object {
  return {
    access_token: accessToken,
    id_token: idToken,
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
    expires_in: TOKEN_SECONDS,
    token_type: 'Bearer',
  };
}

function read<Schema extends z.ZodType>(schema: Schema, form: unknown): z.output<Schema> {
  const parsed = schema.safeParse(form);
  if (parsed.success) return parsed.data;
  throw new OAuthError('invalid_request');
}
