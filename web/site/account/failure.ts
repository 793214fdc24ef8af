import type { ParseKeys } from 'i18next';
import { ApiError } from '#contract/api-client.ts';
import { messages } from '#contract/errors.ts';
import type { ProviderError } from '#contract/provider-sign-in.ts';
import { type PoolFailure, poolFailureOf } from '../../session/pool-failure.ts';

export type AccountKey = ParseKeys<'account'>;

const PROVIDER_FAILURES: ReadonlyMap<string, AccountKey> = new Map<ProviderError, AccountKey>([
  ['access_denied', 'provider.failure.denied'],
  ['sign_in_expired', 'provider.failure.expired'],
  ['temporarily_unavailable', 'provider.failure.unavailable'],
  ['identity_taken', 'failure.identityTaken'],
  ['provider_linked', 'failure.providerLinked'],
  ['email_required', 'provider.failure.email'],
  ['account_disabled', 'failure.disabled'],
  ['mfa_setup_required', 'provider.failure.secondStep'],
  ['insecure_page', 'provider.failure.insecure'],
  ['totp_mismatch', 'failure.codeWrong'],
  ['too_many_requests', 'failure.tooMany'],
  ['too_many_attempts', 'failure.tooMany'],
]);

export function providerFailureOf(code: string): AccountKey {
  return PROVIDER_FAILURES.get(code) ?? 'provider.failure.other';
}

export interface Failure {
  readonly key: AccountKey;
  readonly field?: 'email' | 'password' | 'code' | 'current';
}

export interface FailureWords {
  readonly otherwise: AccountKey;
  /** Meaning of `NotAuthorizedException` here, which the protocol uses for many cases. */
  readonly notAuthorized?: Failure;
}

const FIELDS: Partial<Record<PoolFailure, Failure['field']>> = {
  emailInUse: 'email',
  codeWrong: 'code',
  codeExpired: 'code',
  passwordRefused: 'password',
};

/**
 * Maps an error of the user pool or the API to a message. No message reveals whether an account exists, to prevent user
 * enumeration.
 */
export function failureOf(error: unknown, { otherwise, notAuthorized }: FailureWords): Failure {
  if (error instanceof ApiError) return apiFailureOf(error) ?? { key: otherwise };
  if (!(error instanceof Error)) return { key: otherwise };
  const failure = poolFailureOf(error);
  if (failure === 'notAuthorized') return notAuthorized ?? { key: otherwise };
  if (failure === undefined) return { key: API_FAILURES.get(error.message) ?? otherwise };
  const key = failure === 'passwordRefused' ? passwordFailureOf(error.message) : (`failure.${failure}` as const);
  const field = FIELDS[failure];
  return { key, ...(field && { field }) };
}

function passwordFailureOf(message: string): AccountKey {
  if (/not long enough/i.test(message)) return 'rule.passwordShort';
  if (/differ|previous|history/i.test(message)) return 'failure.passwordSame';
  return 'failure.passwordRefused';
}

const API_FAILURES: ReadonlyMap<string, AccountKey> = new Map<string, AccountKey>([
  [messages.identityTaken, 'failure.identityTaken'],
  [messages.providerLinked, 'failure.providerLinked'],
  [messages.lastWayIn, 'failure.lastWayIn'],
  [messages.lastAdmin, 'failure.lastAdmin'],
  [messages.tooManyRequests, 'failure.tooMany'],
  [messages.unavailable, 'failure.unavailable'],
  [messages.storageFull, 'failure.notSaved'],
  [messages.storageFailed, 'failure.notSaved'],
]);

function apiFailureOf({ status, body }: ApiError): Failure | undefined {
  if (status === 0) return { key: 'failure.network' };
  if (body.errors?.some(({ field }) => field === 'code')) return { key: 'failure.codeWrong', field: 'code' };
  const key = API_FAILURES.get(body.message) ?? (status === 429 ? 'failure.tooMany' : undefined);
  return key && { key };
}
