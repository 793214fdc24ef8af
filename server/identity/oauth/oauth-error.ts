/** Error codes of the token endpoint (RFC 6749, 5.2). */
type OAuthErrorCode = 'invalid_request' | 'invalid_client' | 'invalid_grant' | 'unsupported_grant_type';

const DESCRIPTIONS: Readonly<Record<OAuthErrorCode, string>> = {
  invalid_request: 'A parameter is missing or cannot be read.',
  invalid_client: 'The user pool has no such client.',
  invalid_grant: 'The code or refresh token is none of the pool’s, over, used up or somebody else’s.',
  unsupported_grant_type: 'Supported are authorization_code and refresh_token.',
};

export class OAuthError extends Error {
  readonly code: OAuthErrorCode;

  constructor(code: OAuthErrorCode) {
    super(DESCRIPTIONS[code]);
    this.name = 'OAuthError';
    this.code = code;
  }
}
