import type { Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { Caller } from '../http/caller.ts';
import { mayBeMailed } from './allowance.ts';
import { makeCode, makeDecoyCode } from './confirmation-code.ts';
import { findEmailOwner, type PoolUser } from './pool-user.repository.ts';
import type { UserPool } from './user-pool.ts';

const KINDS = { 'sign-up': 'confirm-sign-up', email: 'verify-email' } as const;

export async function mailCode(
  trx: Transaction<Tables>,
  pool: UserPool,
  { username, purpose, to }: { username: string; purpose: keyof typeof KINDS; to: string },
  { language }: Caller,
): Promise<void> {
  const code = await makeCode(trx, pool, { username, purpose, to });
  if (!(await mayBeMailed(trx, pool, to))) return;
  await pool.mailer.send({ to, language, kind: KINDS[purpose], values: { username, code } }, trx);
}

/**
 * Mails a sign-up code. If the address belongs to an account, its owner is notified instead, so that only the owner
 * learns of it.
 */
export async function mailSignUpCode(
  trx: Transaction<Tables>,
  pool: UserPool,
  { username, email }: Pick<PoolUser, 'username' | 'email'>,
  caller: Caller,
): Promise<void> {
  const owner = await findEmailOwner(trx, email);
  if (!owner) return mailCode(trx, pool, { username, purpose: 'sign-up', to: email }, caller);
  await makeDecoyCode(trx, pool, { username, purpose: 'sign-up', to: email });
  const to = owner.verifiedEmail ?? email;
  if (!(await mayBeMailed(trx, pool, to))) return;
  await pool.mailer.send({ to, language: caller.language, kind: 'sign-up-again', values: {} }, trx);
}
