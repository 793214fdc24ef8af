import type { Session } from '#contract/account.ts';
import type { Caller } from '../http/caller.ts';
import { toInstant } from '../platform/clock.ts';
import { listSessions, revokeSession, revokeSessionsOf } from './pool-session.repository.ts';
import type { UserPool } from './user-pool.ts';

interface Holder {
  readonly username: string;
  readonly sessionId?: string | undefined;
}

export async function sessionsOf({ database, clock }: UserPool, holder: Holder): Promise<Session[]> {
  const rows = await listSessions(database.reader, holder.username, toInstant(clock.now()));
  return rows.map(({ sessionId, authenticatedAt, lastUsedAt, address, userAgent }) => ({
    ...{ sessionId, address, userAgent },
    isCurrent: sessionId === holder.sessionId,
    signedInAt: authenticatedAt,
    lastUsedAt: lastUsedAt ?? authenticatedAt,
  }));
}

export async function endSession(
  { database, clock, audit }: UserPool,
  { username }: Holder,
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
  { username }: Holder,
  caller: Caller,
): Promise<void> {
  await database.writer.transaction().execute(async (trx) => {
    await revokeSessionsOf(trx, username, toInstant(clock.now()));
    await audit.record({ action: 'signed-out-everywhere', actor: { kind: 'user', name: username }, caller }, trx);
  });
}
