import type { ProviderError } from '#contract/provider-sign-in.ts';

interface HttpErrorOptions extends ErrorOptions {
  readonly username?: string;
}

/** `code` is shown to the user, the cause goes to the log. */
export class SignInError extends Error {
  readonly code: ProviderError;
  readonly username: string | undefined;

  constructor(code: ProviderError, { username, ...options }: HttpErrorOptions = {}) {
    super(`Sign-in by a provider: ${code}`, options);
    this.name = 'SignInError';
    this.code = code;
    this.username = username;
  }
}

/** Error codes of the token endpoint (RFC 6749, 5.2). */
type OAuthErrorCode = 'invalid_request' | 'invalid_client' | 'invalid_grant' | 'unsupported_grant_type';

const DESCRIPTIONS: Readonly<Record<OAuthErrorCode, string>> = {
  invalid_request: 'A parameter is missing or cannot be read.',
  invalid_client: 'The user pool does not have this client.',
  invalid_grant: 'The code or refresh token is invalid, expired, already used or issued to another client.',
  unsupported_grant_type: 'Only authorization_code and refresh_token are supported.',
};

export class OAuthError extends Error {
  readonly code: OAuthErrorCode;

  constructor(code: OAuthErrorCode) {
    super(DESCRIPTIONS[code]);
    this.name = 'OAuthError';
    this.code = code;
  }
}
