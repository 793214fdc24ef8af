import type { PoolError } from '../../session/user-pool.ts';
import type { ConsoleKey } from '../ui/failure-text.ts';

const TEXTS: Readonly<Record<string, ConsoleKey>> = {
  NetworkError: 'signIn.network',
  TooManyRequestsException: 'signIn.tooMany',
  TooManyFailedAttemptsException: 'signIn.tooMany',
  LimitExceededException: 'signIn.tooMany',
  UserNotFoundException: 'signIn.mismatch',
  UserNotConfirmedException: 'signIn.needsVerification',
  InvalidPasswordException: 'signIn.refusedPassword',
};

/** Hosted pools report a back-off with the same code as a wrong password, and tell them apart by this text alone. */
const ATTEMPTS_EXCEEDED = /attempts exceeded/i;

/** What a refused sign-in is called. No answer tells whether an account exists. */
export function signInFailureOf(error: unknown): ConsoleKey {
  const { code = '', message = '' } = error instanceof Error ? (error as PoolError) : {};
  if (code !== 'NotAuthorizedException') return TEXTS[code] ?? 'signIn.failed';
  return ATTEMPTS_EXCEEDED.test(message) ? 'signIn.tooMany' : 'signIn.mismatch';
}

/** The same for the second step, in which the protocol's refusal means that the step came too late. */
export function newPasswordFailureOf(error: unknown): ConsoleKey {
  const code = error instanceof Error ? (error as PoolError).code : undefined;
  return code === 'NotAuthorizedException' ? 'signIn.expired' : signInFailureOf(error);
}
