import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify, SignJWT } from 'jose';
import type { Db } from '../database/connect.ts';
import type { Actor } from '../http/actor.ts';
import type { Caller } from '../http/caller.ts';
import { DAY_MS, toInstant } from '../platform/clock.ts';
import { findActor } from '../users/index.ts';
import { notAuthorized, wrongCredentials } from './cognito-error.ts';
import { findSession, findSessionByRefreshToken, insertSession, touchSession } from './pool-session.repository.ts';
import { findPoolUser, type PoolUser } from './pool-user.repository.ts';
import { SIGNING_ALGORITHM } from './signing-keys.ts';
import type { UserPool } from './user-pool.ts';

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

/** Does not check whether the session or account still exists. */
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
  const isIssuedInFuture = iat * 1000 > now.getTime() + CLOCK_SKEW_SECONDS * 1000;
  if (client !== clientId || typeof username !== 'string' || username === '' || isIssuedInFuture) return undefined;
  const sessionId = typeof origin_jti === 'string' ? origin_jti : undefined;
  return { use, username, sessionId, issuedAt: new Date(iat * 1000) };
}

export const TOKEN_SECONDS = 60 * 60;
const REFRESH_DAYS = 30;

export interface Tokens {
  readonly accessToken: string;
  readonly idToken: string;
}

export interface NewSession extends Tokens {
  readonly refreshToken: string;
}

interface SessionClaims extends TokenClaims {
  readonly sessionId: string;
}

interface Session {
  readonly sessionId: string;
  readonly authenticatedAt: string;
}

/** @throws {CognitoError} if the account was disabled or its password changed since it was verified. */
export async function openSession(
  pool: UserPool,
  user: PoolUser,
  { address, userAgent }: Pick<Caller, 'address' | 'userAgent'>,
  sessionId: string = randomUUID(),
): Promise<NewSession> {
  const now = pool.clock.now();
  const refreshToken = randomBytes(64).toString('base64url');
  const session = { sessionId, authenticatedAt: toInstant(now) };
  const isOpened = await insertSession(pool.database.writer, user, {
    ...session,
    address: address ?? null,
    userAgent: userAgent ?? null,
    username: user.username,
    refreshTokenHash: hashOf(refreshToken),
    expiresAt: toInstant(new Date(now.getTime() + REFRESH_DAYS * DAY_MS)),
  });
  if (!isOpened) throw wrongCredentials();
  return { ...(await issueTokens(pool, user, session)), refreshToken };
}

export async function refreshTokens(pool: UserPool, refreshToken: string): Promise<Tokens | undefined> {
  const { reader, writer } = pool.database;
  const now = toInstant(pool.clock.now());
  const session = await findSessionByRefreshToken(reader, hashOf(refreshToken), now);
  if (!session) return undefined;
  await touchSession(writer, session.sessionId, now);
  const user = await findPoolUser(writer, session.username);
  return user && issueTokens(pool, user, session);
}

/** A plain hash suffices, since refresh tokens have high entropy. */
export function hashOf(refreshToken: string): string {
  return createHash('sha256').update(refreshToken).digest('base64url');
}

async function issueTokens(pool: UserPool, user: PoolUser, session: Session): Promise<Tokens> {
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
    ...attributesForToken(user),
    'custom:role': role,
    'custom:acceptServiceIds': mirrorServiceIds(serviceIds),
  };
  return { accessToken: await sign(pool, access), idToken: await sign(pool, id) };
}

const MAX_TOKEN_BYTES = 2000;

/** Shortest attributes first, as many as fit. `GetUser` returns all. */
function attributesForToken({ attributes }: Pick<PoolUser, 'attributes'>): Record<string, string> {
  const sizeOf = (entry: readonly string[]) => Buffer.byteLength(JSON.stringify(entry));
  const { name, updated_at, ...others } = attributes;
  const carried: Record<string, string> = { name, updated_at };
  let left = MAX_TOKEN_BYTES - sizeOf(Object.entries(carried).flat());
  for (const entry of Object.entries(others).sort((a, b) => sizeOf(a) - sizeOf(b))) {
    left -= sizeOf(entry);
    if (left < 0) break;
    carried[entry[0]] = entry[1];
  }
  return carried;
}

export async function rightsOf(db: Db, username: string): Promise<Pick<Actor, 'role' | 'serviceIds'>> {
  return (await findActor(db, username)) ?? { role: 'normal', serviceIds: [] };
}

export const MAX_ATTRIBUTE_LENGTH = 2048;

/** Informational only: rights are checked in the database. */
export function mirrorServiceIds(serviceIds: readonly string[]): string {
  let mirrored = '';
  for (const serviceId of serviceIds) {
    const longer = mirrored === '' ? serviceId : `${mirrored},${serviceId}`;
    if (longer.length > MAX_ATTRIBUTE_LENGTH) break;
    mirrored = longer;
  }
  return mirrored;
}

async function sign({ signingKeys }: UserPool, claims: JWTPayload): Promise<string> {
  const { kid, privateKey } = await signingKeys.current();
  return new SignJWT(claims).setProtectedHeader({ alg: SIGNING_ALGORITHM, kid }).sign(privateKey);
}

export async function verifyToken(pool: UserPool, token: string): Promise<SessionClaims | undefined> {
  return withOpenSession(pool, await readClaims(pool, token));
}

async function verifyAccessToken(pool: UserPool, token: string): Promise<SessionClaims | undefined> {
  const claims = await readClaims(pool, token);
  return claims?.use === 'access' ? withOpenSession(pool, claims) : undefined;
}

async function withOpenSession(
  { database, clock }: UserPool,
  claims: TokenClaims | undefined,
): Promise<SessionClaims | undefined> {
  if (claims?.sessionId === undefined) return undefined;
  const { sessionId, username } = claims;
  const session = await findSession(database.reader, sessionId, toInstant(clock.now()));
  return session?.username === username ? { ...claims, sessionId } : undefined;
}

function readClaims(pool: UserPool, token: string): Promise<TokenClaims | undefined> {
  const { issuer, clientId, clock } = pool;
  return readTokenClaims(token, { issuer, clientId, now: clock.now(), keyOf: ({ kid }) => keyOf(pool, kid) });
}

async function keyOf({ signingKeys }: UserPool, kid: unknown) {
  const key = typeof kid === 'string' && /^[\w-]{1,64}$/.test(kid) ? await signingKeys.find(kid) : undefined;
  if (!key) throw new errors.JWKSNoMatchingKey();
  return key;
}

export interface SignedIn {
  readonly user: PoolUser;
  readonly sessionId: string;
}

export async function requireSignedIn(pool: UserPool, accessToken: string): Promise<SignedIn> {
  const claims = await verifyAccessToken(pool, accessToken);
  const user = claims && (await findPoolUser(pool.database.writer, claims.username));
  if (!user) throw notAuthorized('Invalid Access Token');
  return { user, sessionId: claims.sessionId };
}
