import { z } from 'zod';
import { text } from '#contract/text.ts';
import type { Transaction } from '../database/tables.ts';
import { Name, type PoolCaller, parse } from './action.ts';
import { CognitoError, notAuthorized } from './cognito-error.ts';
import { recordFailedSignIn } from './password-challenge.ts';
import { countRecoveryCodes } from './pool-mfa.repository.ts';
import type { PoolUser } from './pool-user.repository.ts';
import { consumeRecoveryCode, isRecoveryCode } from './recovery-codes.ts';
import {
  consumeChallenge,
  consumeTry,
  openChallenge,
  requireStepOf,
  type Sealed,
  SignInStep,
  sealChallenge,
  sessionIsOver,
  signInStepOf,
} from './sealed-challenge.ts';
import { type CodeCheck, clearCodeFailures, consumeTotpCode, countCodeAttempt } from './software-token-check.ts';
import type { UserPool } from './user-pool.ts';

const PURPOSE = 'software token';

export function offerSoftwareToken(pool: UserPool, user: PoolUser): object {
  return {
    ChallengeName: 'SOFTWARE_TOKEN_MFA',
    Session: sealChallenge(pool, PURPOSE, signInStepOf(user)),
    ChallengeParameters: { USER_ID_FOR_SRP: user.username },
  };
}

const Responses = z.object({ USERNAME: Name, SOFTWARE_TOKEN_MFA_CODE: text({ min: 1, max: 100 }) });

/** Wrong codes can be retried four times. */
export async function verifySoftwareTokenCode(
  pool: UserPool,
  session: string,
  responses: unknown,
  caller: PoolCaller,
): Promise<{ user: PoolUser; how: 'totp' | 'recovery-code' }> {
  const { USERNAME, SOFTWARE_TOKEN_MFA_CODE: code } = parse(Responses, responses);
  const challenge = openChallenge(pool, PURPOSE, session, SignInStep);
  const user = await requireStepOf(pool, challenge, USERNAME);
  if (!challenge) throw sessionIsOver();
  const how = isRecoveryCode(code) ? 'recovery-code' : 'totp';
  const outcome = await checkAnswer(pool, challenge, { username: user.username, code, how, caller });
  if (outcome !== 'right') {
    await recordFailedSignIn(pool, user.username, caller, how);
    throw rejections[outcome]();
  }
  await clearCodeFailures(pool, user.username);
  return { user, how };
}

interface Answer {
  readonly username: string;
  readonly code: string;
  readonly how: 'totp' | 'recovery-code';
  readonly caller: PoolCaller;
}

export async function checkAnswer(pool: UserPool, challenge: Sealed, answer: Answer): Promise<CodeCheck | 'over'> {
  const { username, caller } = answer;
  return pool.database.writer.transaction().execute(async (trx) => {
    if ((await countCodeAttempt(trx, pool, username, caller.device?.idFor(username))) === 'locked') return 'locked';
    if (!(await consumeTry(trx, pool, challenge))) return 'over';
    const check = await consumeCode(trx, pool, answer);
    return check === 'right' && !(await consumeChallenge(trx, pool, challenge)) ? 'over' : check;
  });
}

async function consumeCode(trx: Transaction, pool: UserPool, { username, code, how, caller }: Answer) {
  if (how === 'totp') return consumeTotpCode(trx, pool, { username, code });
  const check = await consumeRecoveryCode(trx, pool, { username, code });
  if (check === 'right') {
    const details = { left: await countRecoveryCodes(trx, username) };
    const actor = { kind: 'user', name: username } as const;
    await pool.audit.record({ action: 'recovery-code-used', actor, caller, details }, trx);
  }
  return check;
}

const rejections: Readonly<Record<Exclude<CodeCheck, 'right'> | 'over', () => CognitoError>> = {
  wrong: () => new CognitoError('CodeMismatchException', 'Invalid code received for user'),
  used: () => new CognitoError('ExpiredCodeException', 'Your software token has already been used once.'),
  locked: () => notAuthorized('Code attempts exceeded'),
  over: sessionIsOver,
};
