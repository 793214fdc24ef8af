import type { ProviderError } from '#contract/provider-sign-in.ts';
import type { AccountKey } from './rules.ts';

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
