import type { Transaction } from 'kysely';
import type { Db } from '../database/connect.ts';
import type { PoolSessionRow, Tables } from '../database/tables.ts';

/** Sessions of one account that may be open at once; the oldest give way. */
const MAX_SESSIONS = 100;

/** Begins a session, and drops those of the account that are over or too many. */
export async function insertSession(db: Db, session: Omit<PoolSessionRow, 'revokedAt'>): Promise<void> {
  const { username, authenticatedAt } = session;
  await db.transaction().execute(async (trx) => {
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
      .values({ ...session, revokedAt: null })
      .execute();
  });
}

/** Whose session it is, as long as it lasts and its account may sign in. */
export async function findSessionHolder(
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

function openSessions(db: Db, now: string) {
  return db
    .selectFrom('poolSessions')
    .innerJoin('poolUsers', 'poolUsers.username', 'poolSessions.username')
    .select(['poolSessions.username', 'poolSessions.authenticatedAt'])
    .where('poolSessions.revokedAt', 'is', null)
    .where('poolSessions.expiresAt', '>', now)
    .where('poolUsers.isEnabled', '=', 1);
}

export async function revokeSessionByRefreshToken(db: Db, refreshTokenHash: string, now: string): Promise<void> {
  await db
    .updateTable('poolSessions')
    .set({ revokedAt: now })
    .where('refreshTokenHash', '=', refreshTokenHash)
    .where('revokedAt', 'is', null)
    .execute();
}

export async function revokeSessionsOf(db: Db | Transaction<Tables>, username: string, now: string): Promise<void> {
  await db
    .updateTable('poolSessions')
    .set({ revokedAt: now })
    .where('username', '=', username)
    .where('revokedAt', 'is', null)
    .execute();
}
