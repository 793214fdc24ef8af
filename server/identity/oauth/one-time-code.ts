import type { ProviderError } from '#contract/provider-sign-in.ts';
import type { Caller } from '../../platform/caller.ts';
import { recordFailedSignIn } from '../audit-sign-in.ts';
import type { PoolUser } from '../pool-user.repository.ts';
import { isRecoveryCode } from '../recovery-codes.ts';
import type { Sealed } from '../sealed-challenge.ts';
import { checkAnswer } from '../software-token-challenge.ts';
import { clearCodeFailures } from '../software-token-check.ts';
import type { UserPool } from '../user-pool.ts';
import { SignInError } from './sign-in-refusal.ts';

/**
 * Requires the account's MFA code at OAuth sign-in, so that a linked provider does not bypass it. A right code consumes
 * the authorization; a wrong one allows up to four more attempts.
 * @throws {SignInError}
 */
export async function requireOneTimeCode(
  pool: UserPool,
  { username }: PoolUser,
  { authorization, code, caller }: { authorization: Sealed; code: string | undefined; caller: Caller },
): Promise<void> {
  if (code === undefined) throw new SignInError('totp_required', { username });
  const how = isRecoveryCode(code) ? 'recovery-code' : 'totp';
  const outcome = await checkAnswer(pool, authorization, { username, code, how, caller });
  if (outcome !== 'right') {
    await recordFailedSignIn(pool, username, caller, how);
    throw new SignInError(REFUSALS[outcome], { username });
  }
  await clearCodeFailures(pool, username);
}

const REFUSALS: Readonly<Record<'wrong' | 'used' | 'locked' | 'over', ProviderError>> = {
  wrong: 'totp_mismatch',
  used: 'totp_mismatch',
  locked: 'too_many_attempts',
  over: 'sign_in_expired',
};
