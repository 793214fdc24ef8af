import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { toInstant } from '../platform/clock.ts';
import { findSessionByRefreshToken, findSessionHolder, insertSession } from './pool-session.repository.ts';
import type { PoolUser } from './pool-user.repository.ts';
import { SIGNING_ALGORITHM } from './signing-keys.ts';
import { mirrorServiceIds, rightsOf } from './user-attributes.ts';
import type { UserPool } from './user-pool.ts';

/** Seconds for which access and ID tokens are good. */
export const TOKEN_SECONDS = 60 * 60;
const REFRESH_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_TOKEN_LENGTH = 8192;

export interface Tokens {
  readonly accessToken: string;
  readonly idToken: string;
}

export interface NewSession extends Tokens {
  readonly refreshToken: string;
}

interface Session {
  readonly sessionId: string;
  readonly authenticatedAt: string;
}

/** A sign-in that has succeeded. */
export async function openSession(pool: UserPool, user: PoolUser): Promise<NewSession> {
  const now = pool.clock.now();
  const refreshToken = randomBytes(64).toString('base64url');
  const session = { sessionId: randomUUID(), authenticatedAt: toInstant(now) };
  await insertSession(pool.database.writer, {
    ...session,
    username: user.username,
    refreshTokenHash: hashOf(refreshToken),
    expiresAt: toInstant(new Date(now.getTime() + REFRESH_DAYS * DAY_MS)),
  });
  return { ...(await issueTokens(pool, user, session)), refreshToken };
}

/** The session of a refresh token that is still good. */
export async function findSessionToRefresh(
  { database, clock }: UserPool,
  refreshToken: string,
): Promise<(Session & { readonly username: string }) | undefined> {
  return findSessionByRefreshToken(database.reader, hashOf(refreshToken), toInstant(clock.now()));
}

/** Refresh tokens are random, so that a plain hash of them tells nothing. */
export function hashOf(refreshToken: string): string {
  return createHash('sha256').update(refreshToken).digest('base64url');
}

/** Both tokens, with the claims that Cognito's have. */
export async function issueTokens(pool: UserPool, user: PoolUser, session: Session): Promise<Tokens> {
  const issuedAt = Math.floor(pool.clock.now().getTime() / 1000);
  const claims = {
    sub: user.sub,
    iss: pool.issuer,
    origin_jti: session.sessionId,
    event_id: randomUUID(),
    auth_time: Math.floor(Date.parse(session.authenticatedAt) / 1000),
    iat: issuedAt,
    exp: issuedAt + TOKEN_SECONDS,
  };
  const access = {
    ...claims,
    jti: randomUUID(),
    token_use: 'access',
    client_id: pool.clientId,
    scope: 'aws.cognito.signin.user.admin',
    username: user.username,
  };
  const { role, serviceIds } = await rightsOf(pool.database.writer, user.username);
  const id = {
    ...claims,
    jti: randomUUID(),
    token_use: 'id',
    aud: pool.clientId,
    'cognito:username': user.username,
    email: user.email,
    email_verified: user.isEmailVerified,
    ...user.attributes,
    'custom:role': role,
    'custom:acceptServiceIds': mirrorServiceIds(serviceIds),
  };
  return { accessToken: await sign(pool, access), idToken: await sign(pool, id) };
}

async function sign({ signingKeys }: UserPool, claims: JWTPayload): Promise<string> {
  const { kid, privateKey } = await signingKeys.current();
  return new SignJWT(claims).setProtectedHeader({ alg: SIGNING_ALGORITHM, kid }).sign(privateKey);
}

/** Tells whose token it is, access and ID token alike. Nobody's, if it was altered, is foreign, over or revoked. */
export async function verifyToken(pool: UserPool, token: string): Promise<{ readonly username: string } | undefined> {
  const claims = await readClaims(pool, token);
  switch (claims?.token_use) {
    case 'access':
      return heldBy(pool, claims, claims.username, claims.client_id);
    case 'id':
      return heldBy(pool, claims, claims['cognito:username'], claims.aud);
    default:
      return undefined;
  }
}

/** The same for the calls that Cognito takes nothing but an access token for. */
export async function verifyAccessToken(
  pool: UserPool,
  token: string,
): Promise<{ readonly username: string } | undefined> {
  const claims = await readClaims(pool, token);
  return claims?.token_use === 'access' ? heldBy(pool, claims, claims.username, claims.client_id) : undefined;
}

async function heldBy(
  { database, clock, clientId }: UserPool,
  { origin_jti }: JWTPayload,
  username: unknown,
  client: unknown,
): Promise<{ readonly username: string } | undefined> {
  if (client !== clientId || typeof origin_jti !== 'string') return undefined;
  const holder = await findSessionHolder(database.reader, origin_jti, toInstant(clock.now()));
  return holder && holder.username === username ? { username: holder.username } : undefined;
}

async function readClaims(pool: UserPool, token: string): Promise<JWTPayload | undefined> {
  if (token.length > MAX_TOKEN_LENGTH) return undefined;
  try {
    const { payload } = await jwtVerify(token, ({ kid }) => keyOf(pool, kid), {
      algorithms: [SIGNING_ALGORITHM],
      issuer: pool.issuer,
      currentDate: pool.clock.now(),
      requiredClaims: ['exp', 'iat', 'token_use'],
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

async function keyOf({ signingKeys }: UserPool, kid: unknown) {
  const key = typeof kid === 'string' && /^[\w-]{1,64}$/.test(kid) ? await signingKeys.find(kid) : undefined;
  if (!key) throw new errors.JWKSNoMatchingKey();
  return key;
}
