import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { SIGNING_ALGORITHM } from './signing-keys.ts';

const MAX_TOKEN_LENGTH = 8192;
const CLOCK_SKEW_SECONDS = 60;

export interface TokenRules {
  readonly issuer: string;
  readonly clientId: string;
  readonly now: Date;
  readonly keyOf: JWTVerifyGetKey;
}

export interface TokenClaims {
  readonly use: 'access' | 'id';
  readonly username: string;
  /** Undefined where Cognito has token revocation turned off. */
  readonly sessionId: string | undefined;
  readonly issuedAt: Date;
}

/**
 * Verifies signature, issuer, client and expiry of an access or ID token. Returns undefined for invalid tokens. Does
 * not check whether the session or account still exists.
 */
export async function readTokenClaims(token: string, rules: TokenRules): Promise<TokenClaims | undefined> {
  if (token.length > MAX_TOKEN_LENGTH) return undefined;
  try {
    const { payload } = await jwtVerify(token, rules.keyOf, {
      algorithms: [SIGNING_ALGORITHM],
      issuer: rules.issuer,
      currentDate: rules.now,
      clockTolerance: CLOCK_SKEW_SECONDS,
      requiredClaims: ['exp', 'iat', 'token_use'],
    });
    return toClaims(payload, rules);
  } catch (error) {
    if (isTokenError(error)) return undefined;
    throw error;
  }
}

/** Excludes errors of an unavailable key set, which say nothing about the token. */
function isTokenError(error: unknown): boolean {
  const isUnavailable = error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid;
  return error instanceof errors.JOSEError && !isUnavailable && error.code !== 'ERR_JOSE_GENERIC';
}

function toClaims(payload: JWTPayload, { clientId, now }: TokenRules): TokenClaims | undefined {
  const { token_use: use, iat = 0, origin_jti } = payload;
  if (use !== 'access' && use !== 'id') return undefined;
  const [client, username] =
    use === 'access' ? [payload.client_id, payload.username] : [payload.aud, payload['cognito:username']];
  const isFromTheFuture = iat * 1000 > now.getTime() + CLOCK_SKEW_SECONDS * 1000;
  if (client !== clientId || typeof username !== 'string' || username === '' || isFromTheFuture) return undefined;
  const sessionId = typeof origin_jti === 'string' ? origin_jti : undefined;
  return { use, username, sessionId, issuedAt: new Date(iat * 1000) };
}
