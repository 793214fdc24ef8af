import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { toInstant } from '../platform/clock.ts';
import {
  insertPoolUser,
  type PoolUser,
  type PoolUserAttributes,
  type PoolUserStatus,
  toAccountKey,
} from './pool-user.repository.ts';
import { createVerifier } from './srp.ts';
import type { UserPool } from './user-pool.ts';

export interface NewPoolUser {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly status: PoolUserStatus;
  readonly name?: string;
  readonly attributes?: PoolUserAttributes;
  readonly isEmailVerified?: boolean;
  readonly locale?: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export async function createPoolUser(
  trx: Transaction<Tables>,
  pool: UserPool,
  newUser: NewPoolUser,
): Promise<PoolUser> {
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

export function poolNameOf({ poolId }: Pick<UserPool, 'poolId'>): string {
  return poolId.slice(poolId.indexOf('_') + 1);
}
