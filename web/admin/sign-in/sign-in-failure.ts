import type { PoolError } from '../../session/user-pool.ts';
import { type ConsoleKey, messageKeyOf } from '../ui/failure-text.ts';

const TEXTS: Readonly<Record<string, ConsoleKey>> = {
  NetworkError: 'signIn.network',
  TooManyRequestsException: 'signIn.tooMany',
  TooManyFailedAttemptsException: 'signIn.tooMany',
  LimitExceededException: 'signIn.tooMany',
  UserNotFoundException: 'signIn.mismatch',
  UserNotConfirmedException: 'signIn.needsVerification',
  InvalidPasswordException: 'signIn.refusedPassword',
  PasswordResetRequiredException: 'signIn.resetRequired',
  CodeMismatchException: 'signIn.wrongCode',
  EnableSoftwareTokenMFAException: 'signIn.wrongCode',
  ExpiredCodeException: 'signIn.expiredCode',
};

/** Hosted pools report throttling with the code of a wrong password; only this text distinguishes them. */
const ATTEMPTS_EXCEEDED = /attempts exceeded/i;
/** Likewise, only this text identifies a disabled account. */
const DISABLED = /disabled/i;

/** Returns the text for a failed sign-in. It never reveals whether an account exists. */
export function signInFailureOf(error: unknown): ConsoleKey {
  const { code = '', message = '' } = error instanceof Error ? (error as PoolError) : {};
  if (code !== 'NotAuthorizedException') return TEXTS[code] ?? messageKeyOf(message) ?? 'signIn.failed';
  if (DISABLED.test(message)) return 'signIn.disabled';
  return ATTEMPTS_EXCEEDED.test(message) ? 'signIn.tooMany' : 'signIn.mismatch';
}

/** Returns the text for a failed later step, where NotAuthorizedException means an expired step. */
export function laterStepFailureOf(error: unknown): ConsoleKey {
  const failure = signInFailureOf(error);
  return failure === 'signIn.mismatch' ? 'signIn.expired' : failure;
}
