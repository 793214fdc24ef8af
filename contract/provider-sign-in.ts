/**
 * Error codes of a failed sign-in with a third-party provider, as `error` in the redirect URL or in the response of the
 * token endpoint. OAuth 2.0 errors have their standard names.
 */
export const providerErrors = [
  'access_denied',
  'invalid_request',
  'invalid_grant',
  'unsupported_response_type',
  'server_error',
  'temporarily_unavailable',
  'too_many_requests',
  /** The sign-in expired, was completed already, or was started in another browser. */
  'sign_in_expired',
  'provider_failed',
  /** The email address or the provider's account belongs to another account. */
  'identity_taken',
  /** Another account of the same provider is linked to this one. */
  'provider_linked',
  /** The provider returned no email address, or none that it has verified. */
  'email_required',
  'account_disabled',
  /** The account requires a one-time code: repeat the call with `totp_code`. */
  'totp_required',
  'totp_mismatch',
  /** The installation requires MFA, which this account has not set up: it must sign in with its password to do so. */
  'mfa_setup_required',
  /** The page was loaded over plain http, where browsers lack the cryptography that the sign-in needs. */
  'insecure_page',
  'too_many_attempts',
] as const;
export type ProviderError = (typeof providerErrors)[number];
