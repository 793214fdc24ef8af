import type { Db } from '../database/connect.ts';
import type { PoolSessionRow } from '../database/pool-tables.ts';
import type { Transaction } from '../database/tables.ts';
import { lockPoolUser, type PoolUser } from './pool-user.repository.ts';

const MAX_SESSIONS = 100;

/**
 * Returns false if the account was disabled or its password changed since sign-in, so that a session cannot outlive a
 * concurrent password reset.
 */
export async function insertSession(
  db: Db,
  authenticated: Pick<PoolUser, 'verifier'>,
  session: Omit<PoolSessionRow, 'revokedAt' | 'lastUsedAt'>,
): Promise<boolean> {
  const { username, authenticatedAt } = session;
  return db.transaction().execute(async (trx) => {
    const user = await lockPoolUser(trx, username);
    if (!user?.isEnabled || user.verifier !== authenticated.verifier) return false;
    await trx
      .deleteFrom('poolSessions')
      .where('username', '=', username)
      .where(({ eb, or, selectFrom }) =>
        or([
          eb('expiresAt', '<=', authenticatedAt),
          eb(
            'sessionId',
            'not in',
            selectFrom('poolSessions as recent')
              .select('recent.sessionId')
              .where('recent.username', '=', username)
              .orderBy('recent.authenticatedAt', 'desc')
              .orderBy('recent.sessionId', 'desc')
              .limit(MAX_SESSIONS - 1),
          ),
        ]),
      )
      .execute();
    await trx
      .insertInto('poolSessions')
      .values({ ...session, lastUsedAt: authenticatedAt })
      .execute();
    return true;
  });
}

export async function findSession(
  db: Db,
  sessionId: string,
  now: string,
): Promise<{ username: string; authenticatedAt: string } | undefined> {
  return openSessions(db, now).where('sessionId', '=', sessionId).executeTakeFirst();
}

export async function findSessionByRefreshToken(
  db: Db,
  refreshTokenHash: string,
  now: string,
): Promise<{ sessionId: string; username: string; authenticatedAt: string } | undefined> {
  return openSessions(db, now)
    .select('poolSessions.sessionId')
    .where('refreshTokenHash', '=', refreshTokenHash)
    .executeTakeFirst();
}

export async function touchSession(db: Db, sessionId: string, now: string): Promise<void> {
  await db.updateTable('poolSessions').set({ lastUsedAt: now }).where('sessionId', '=', sessionId).execute();
}

function openSessions(db: Db, now: string) {
  return db
    .selectFrom('poolSessions')
    .innerJoin('poolUsers', 'poolUsers.username', 'poolSessions.username')
    .select(['poolSessions.username', 'poolSessions.authenticatedAt'])
    .where('poolSessions.revokedAt', 'is', null)
    .where('poolSessions.expiresAt', '>', now)
    .where('poolUsers.isEnabled', '=', 1);
}

export async function listSessions(db: Db, username: string, now: string) {
  return db
    .selectFrom('poolSessions')
    .select(['sessionId', 'authenticatedAt', 'lastUsedAt', 'address', 'userAgent'])
    .where('username', '=', username)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .orderBy(({ fn }) => fn.coalesce('lastUsedAt', 'authenticatedAt'), 'desc')
    .orderBy('sessionId')
    .limit(MAX_SESSIONS)
    .execute();
}

export async function revokeSession(
  trx: Transaction,
  { username, sessionId }: { username: string; sessionId: string },
  now: string,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('poolSessions')
    .set({ revokedAt: now })
    .where('sessionId', '=', sessionId)
    .where('username', '=', username)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function revokeSessionByRefreshToken(
  trx: Transaction,
  refreshTokenHash: string,
  now: string,
): Promise<string | undefined> {
  const row = await trx
    .updateTable('poolSessions')
    .set({ revokedAt: now })
    .where('refreshTokenHash', '=', refreshTokenHash)
    .where('revokedAt', 'is', null)
    .returning('username')
    .executeTakeFirst();
  return row?.username;
}

export async function revokeSessionsOf(
  db: Db,
  username: string,
  now: string,
  { except = '' }: { except?: string } = {},
): Promise<void> {
  await db
    .updateTable('poolSessions')
    .set({ revokedAt: now })
    .where('username', '=', username)
    .where('sessionId', '!=', except)
    .where('revokedAt', 'is', null)
    .execute();
}
