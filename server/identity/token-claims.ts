import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { SIGNING_ALGORITHM } from './signing-keys.ts';

const MAX_TOKEN_LENGTH = 8192;
/** By how many seconds the clocks of two machines may differ. */
const CLOCK_SKEW_SECONDS = 60;

/** What must hold of a token of the pool's, wherever the pool is. */
export interface TokenRules {
  readonly issuer: string;
  readonly clientId: string;
  readonly now: Date;
  /** Throws one of jose's errors for a key that the pool does not have. */
  readonly keyOf: JWTVerifyGetKey;
}

/** What a token says, once its signature, issuer, client and time are known to be right. */
export interface TokenClaims {
  readonly use: 'access' | 'id';
  readonly username: string;
  /** The sign-in it came from; Cognito leaves it out where revocation is off. */
  readonly sessionId: string | undefined;
  readonly issuedAt: Date;
}

/**
 * Reads an access or ID token as Cognito makes them. Nothing, if it was altered, is foreign or over.
 * What a session or an account has come to since is not the token's to say.
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
    if (isFaultOfToken(error)) return undefined;
    throw error;
  }
}

/** A key set that cannot be had is the pool's fault, not the token's. */
function isFaultOfToken(error: unknown): boolean {
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
