/**
 * Why a sign-in by a third-party provider ended, as the page that ends it is told (`error` in its address, or in the
 * answer of the token endpoint). Those of OAuth 2.0 have its names.
 */
export const providerErrors = [
  /** The person said no, at the provider. */
  'access_denied',
  'invalid_request',
  'invalid_grant',
  'unsupported_response_type',
  'server_error',
  /** The provider cannot be reached. */
  'temporarily_unavailable',
  'too_many_requests',
  /** It took too long, was done already, or was begun in another browser. */
  'sign_in_expired',
  /** What the provider answered does not check out. */
  'provider_failed',
  /** The address, or the provider's account, is another account's. */
  'identity_taken',
  /** Another account of the same provider is linked to this one. */
  'provider_linked',
  /** The provider names no address, or none that it has verified. */
  'email_required',
  'account_disabled',
  /** The account wants its one-time code, too: the same call again with `totp_code`. */
  'totp_required',
  'totp_mismatch',
  /** The installation wants a second step of this account, which has none yet: a sign-in with its password sets it up. */
  'mfa_setup_required',
  /** The page came over plain http, where browsers lack what the sign-in is made safe with. */
  'insecure_page',
  'too_many_attempts',
] as const;
export type ProviderError = (typeof providerErrors)[number];
