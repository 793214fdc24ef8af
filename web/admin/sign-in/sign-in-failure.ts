import { type PoolFailure, poolFailureOf } from '../../session/pool-failure.ts';
import { type ConsoleKey, messageKeyOf } from '../ui/failure-text.ts';

const TEXTS: Partial<Record<PoolFailure, ConsoleKey>> = {
  network: 'signIn.network',
  tooMany: 'signIn.tooMany',
  mismatch: 'signIn.mismatch',
  unverified: 'signIn.needsVerification',
  resetRequired: 'signIn.resetRequired',
  passwordRefused: 'signIn.refusedPassword',
  codeWrong: 'signIn.wrongCode',
  codeExpired: 'signIn.expiredCode',
  disabled: 'signIn.disabled',
};

/** Returns the text for a failed sign-in. It never reveals whether an account exists. */
export function signInFailureOf(error: unknown): ConsoleKey {
  if (!(error instanceof Error)) return 'signIn.failed';
  const failure = poolFailureOf(error);
  if (failure === 'notAuthorized') return 'signIn.mismatch';
  return (failure && TEXTS[failure]) ?? messageKeyOf(error.message) ?? 'signIn.failed';
}

/** Returns the text for a failed later step, where NotAuthorizedException means an expired step. */
export function laterStepFailureOf(error: unknown): ConsoleKey {
  const failure = signInFailureOf(error);
  return failure === 'signIn.mismatch' ? 'signIn.expired' : failure;
}
