import type { PoolError } from './user-pool.ts';

const FAILURES = {
  NetworkError: 'network',
  TooManyRequestsException: 'tooMany',
  TooManyFailedAttemptsException: 'tooMany',
  LimitExceededException: 'tooMany',
  UserNotFoundException: 'mismatch',
  UserNotConfirmedException: 'unverified',
  PasswordResetRequiredException: 'resetRequired',
  UsernameExistsException: 'emailInUse',
  AliasExistsException: 'emailInUse',
  InvalidPasswordException: 'passwordRefused',
  PasswordHistoryPolicyViolationException: 'passwordRefused',
  CodeMismatchException: 'codeWrong',
  EnableSoftwareTokenMFAException: 'codeWrong',
  ExpiredCodeException: 'codeExpired',
  CodeDeliveryFailureException: 'mail',
  InvalidParameterException: 'invalid',
} as const;

export type PoolFailure = (typeof FAILURES)[keyof typeof FAILURES] | 'disabled';

/**
 * Classifies an error of the user pool. Hosted pools report lockouts and disabled accounts with the code of a wrong
 * password; only the message differs.
 */
export function poolFailureOf({ code = '', message }: PoolError): PoolFailure | 'notAuthorized' | undefined {
  if (code !== 'NotAuthorizedException') return isKnown(code) ? FAILURES[code] : undefined;
  if (/attempts exceeded/i.test(message)) return 'tooMany';
  return /disabled/i.test(message) ? 'disabled' : 'notAuthorized';
}

function isKnown(code: string): code is keyof typeof FAILURES {
  return Object.hasOwn(FAILURES, code);
}
