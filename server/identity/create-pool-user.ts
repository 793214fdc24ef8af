import { randomUUID } from 'node:crypto';
import { UUID } from '#contract/uuid.ts';
import type { PoolUserStatus } from '../database/pool-tables.ts';
import type { Transaction } from '../database/tables.ts';
import { writeTransaction } from '../database/write-transaction.ts';
import type { Role } from '../http/actor.ts';
import { localCaller } from '../http/caller.ts';
import { toInstant } from '../platform/clock.ts';
import { acceptService, insertUser } from '../users/index.ts';
import { insertPoolUser, type PoolUser, type PoolUserAttributes, toAccountKey } from './pool-user.repository.ts';
import { createVerifier } from './srp.ts';
import { type NewSession, openSession } from './tokens.ts';
import { poolNameOf, type UserPool } from './user-pool.ts';

interface NewPoolUser {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly status: PoolUserStatus;
  readonly name?: string;
  readonly attributes?: PoolUserAttributes;
  readonly isEmailVerified?: boolean;
  readonly locale?: string;
}

export async function createPoolUser(trx: Transaction, pool: UserPool, newUser: NewPoolUser): Promise<PoolUser> {
  const { email, password, status, attributes, locale, isEmailVerified = true } = newUser;
  const { name = attributes?.name ?? email } = newUser;
  const username = toAccountKey(newUser.username);
  const now = pool.clock.now();
  const user = {
    username,
    email,
    status,
    isEmailVerified,
    isEnabled: true,
    ...sealPassword(pool, { username, password }),
    verifiedEmail: isEmailVerified ? email : null,
    totpSecret: null,
    isTotpEnabled: false,
    // Sign-up returns `sub`, and clients then use it as the user name.
    sub: UUID.test(username) ? username : randomUUID(),
    attributes: {
      updated_at: String(Math.floor(now.getTime() / 1000)),
      ...(locale !== undefined && { locale }),
      ...attributes,
      name,
    },
    createdAt: toInstant(now),
    updatedAt: null,
  };
  await insertPoolUser(trx, user);
  return user;
}

export function sealPassword(
  pool: UserPool,
  account: { username: string; password: string },
): Pick<PoolUser, 'salt' | 'verifier'> {
  const { salt, verifier } = createVerifier({ ...account, poolName: poolNameOf(pool) });
  return { salt: pool.vault.seal('salt', salt), verifier: pool.vault.seal('verifier', verifier) };
}

interface NewUser extends NewPoolUser {
  readonly role: Role;
  readonly serviceIds: readonly string[];
}

/** Creates an account with rights and a session, without a mail and without an entry of the audit log. */
export async function createSignedInUser(pool: UserPool, newUser: NewUser): Promise<NewSession> {
  const { role, serviceIds, ...account } = newUser;
  const { username } = account;
  const createdAt = toInstant(pool.clock.now());
  const user = await writeTransaction(pool.database.writer, async (trx) => {
    await insertUser(trx, { username, role, createdAt });
    for (const serviceId of serviceIds) await acceptService(trx, { username, serviceId, createdAt });
    return createPoolUser(trx, pool, account);
  });
  return openSession(pool, user, localCaller);
}
