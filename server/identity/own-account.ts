import type { Session } from '#contract/account.ts';
import { forgetUser } from '../comments/index.ts';
import { writeTransaction } from '../database/write-transaction.ts';
import type { Caller } from '../http/caller.ts';
import { toInstant } from '../platform/clock.ts';
import { deleteUser, requireAnotherAdmin } from '../users/index.ts';
import { listIdentities } from './pool-identity.repository.ts';
import { countRecoveryCodes } from './pool-mfa.repository.ts';
import { listSessions, revokeSession, revokeSessionsOf } from './pool-session.repository.ts';
import { deletePoolUser, findPoolUser, type PoolUser } from './pool-user.repository.ts';
import type { UserPool } from './user-pool.ts';

export interface OwnAccount
  extends Pick<PoolUser, 'sub' | 'email' | 'isEmailVerified' | 'verifiedEmail' | 'attributes' | 'status'>,
    Pick<PoolUser, 'createdAt' | 'updatedAt'> {
  readonly isMfaEnabled: boolean;
  readonly recoveryCodesLeft: number;
}

export async function findOwnAccount({ database }: UserPool, username: string): Promise<OwnAccount | undefined> {
  const user = await findPoolUser(database.reader, username);
  if (!user) return undefined;
  const { sub, email, isEmailVerified, verifiedEmail, attributes, status, createdAt, updatedAt, isTotpEnabled } = user;
  return {
    sub,
    email,
    isEmailVerified,
    verifiedEmail,
    attributes,
    status,
    createdAt,
    updatedAt,
    isMfaEnabled: isTotpEnabled,
    recoveryCodesLeft: await countRecoveryCodes(database.reader, username),
  };
}

export async function listOwnIdentities({ database }: UserPool, username: string) {
  const identities = await listIdentities(database.reader, username);
  return identities.map(({ provider, subject, email, createdAt }) => ({ provider, subject, email, createdAt }));
}

/** @throws {HttpError} for the last enabled administrator. */
export async function deleteOwnAccount({ database, audit }: UserPool, username: string, caller: Caller): Promise<void> {
  await writeTransaction(database.writer, async (trx) => {
    await requireAnotherAdmin(trx, username);
    await deletePoolUser(trx, username);
    await deleteUser(trx, username, forgetUser);
    await audit.record({ action: 'account-deleted', actor: { kind: 'user', name: username }, caller }, trx);
  });
}

interface Holder {
  readonly username: string;
  readonly sessionId?: string | undefined;
}

export async function sessionsOf({ database, clock }: UserPool, holder: Holder): Promise<Session[]> {
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
