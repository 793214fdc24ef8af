import type { Session } from '#contract/account.ts';
import { messages } from '#contract/errors.ts';
import type { TokenHolder } from '../access/index.ts';
import type { Caller } from '../http/caller.ts';
import { tooManyRequests } from '../http/errors.ts';
import { toInstant } from '../platform/clock.ts';
import { CognitoError } from './cognito-error.ts';
import { listIdentities } from './pool-identity.repository.ts';
import { listSessions, revokeSession, revokeSessionsOf } from './pool-session.repository.ts';
import { findPoolUser } from './pool-user.repository.ts';
import { requireActionQuota } from './quota.ts';
import type { UserPool } from './user-pool.ts';

export async function sessionsOf({ database, clock }: UserPool, holder: TokenHolder): Promise<Session[]> {
  const rows = await listSessions(database.reader, holder.username, toInstant(clock.now()));
  return rows.map(({ sessionId, authenticatedAt, lastUsedAt, address, userAgent }) => ({
    sessionId,
    address,
    userAgent,
    isCurrent: sessionId === holder.sessionId,
    signedInAt: authenticatedAt,
    lastUsedAt: lastUsedAt ?? authenticatedAt,
  }));
}

export async function endSession(
  { database, clock, audit }: UserPool,
  { username }: Pick<TokenHolder, 'username'>,
  { sessionId, caller }: { sessionId: string; caller: Caller },
): Promise<boolean> {
  return database.writer.transaction().execute(async (trx) => {
    if (!(await revokeSession(trx, { username, sessionId }, toInstant(clock.now())))) return false;
    const actor = { kind: 'user', name: username } as const;
    await audit.record({ action: 'signed-out', actor, caller, details: { sessionId } }, trx);
    return true;
  });
}

export async function endSessions(
  { database, clock, audit }: UserPool,
  { username }: Pick<TokenHolder, 'username'>,
  caller: Caller,
): Promise<void> {
  await database.writer.transaction().execute(async (trx) => {
    await revokeSessionsOf(trx, username, toInstant(clock.now()));
    await audit.record({ action: 'signed-out-everywhere', actor: { kind: 'user', name: username }, caller }, trx);
  });
}

/** @throws {HttpError} 429 after too many exports, since each adds an audit entry. */
export async function exportPoolData(pool: UserPool, holder: TokenHolder): Promise<Record<string, unknown>> {
  const { reader } = pool.database;
  const { username } = holder;
  await requireActionQuota(pool, username, 'export').catch((error: unknown) => {
    throw error instanceof CognitoError ? tooManyRequests(messages.tooManyRequests) : error;
  });
  const { sub, status, verifiedEmail, attributes, updatedAt } = (await findPoolUser(reader, username)) ?? {};
  const identities = await listIdentities(reader, username);
  return {
    userPool: { sub, status, verifiedEmail, attributes, updatedAt },
    sessions: await sessionsOf(pool, holder),
    identities: identities.map(({ username: _, ...identity }) => identity),
  };
}
