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

/** Hosted pools report a back-off with the same code as a wrong password, and tell them apart by this text alone. */
const ATTEMPTS_EXCEEDED = /attempts exceeded/i;
/** The same for whoever has the right password and may not sign in. */
const DISABLED = /disabled/i;

/** What a refused sign-in is called. No answer tells whether an account exists. */
export function signInFailureOf(error: unknown): ConsoleKey {
  const { code = '', message = '' } = error instanceof Error ? (error as PoolError) : {};
  if (code !== 'NotAuthorizedException') return TEXTS[code] ?? messageKeyOf(message) ?? 'signIn.failed';
  if (DISABLED.test(message)) return 'signIn.disabled';
  return ATTEMPTS_EXCEEDED.test(message) ? 'signIn.tooMany' : 'signIn.mismatch';
}

/** The same for every step after it, in which the protocol's refusal means that the step came too late. */
export function laterStepFailureOf(error: unknown): ConsoleKey {
  const failure = signInFailureOf(error);
  return failure === 'signIn.mismatch' ? 'signIn.expired' : failure;
}
