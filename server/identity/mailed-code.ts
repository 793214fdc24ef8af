import type { Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { Caller } from '../http/caller.ts';
import { makeCode, makeDecoyCode } from './confirmation-code.ts';
import { findEmailOwner, type PoolUser, toAccountKey } from './pool-user.repository.ts';
import { isMailAllowed } from './quota.ts';
import type { UserPool } from './user-pool.ts';

const KINDS = { 'sign-up': 'confirm-sign-up', email: 'verify-email' } as const;

export async function mailCode(
  trx: Transaction<Tables>,
  pool: UserPool,
  { username, purpose, to }: { username: string; purpose: keyof typeof KINDS; to: string },
  { language }: Caller,
): Promise<void> {
  const code = await makeCode(trx, pool, { username, purpose, to });
  if (!(await isMailAllowed(trx, pool, to))) return;
  await pool.mailer.send({ to, language, kind: KINDS[purpose], values: { username, code } }, trx);
}

/** If the address belongs to an account, its owner is notified instead. Only the owner learns of it. */
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
  if (!(await isMailAllowed(trx, pool, to))) return;
  await pool.mailer.send({ to, language: caller.language, kind: 'sign-up-again', values: {} }, trx);
}

export interface CodeDelivery {
  readonly Destination: string;
  readonly DeliveryMedium: 'EMAIL';
  readonly AttributeName: 'email';
}

export function deliveryTo(email: string): CodeDelivery {
  return { Destination: mask(toAccountKey(email)), DeliveryMedium: 'EMAIL', AttributeName: 'email' };
}

/** For a user name, derives a fake address that is stable whether or not the account exists. */
export function deliveryOf({ decoys }: UserPool, name: string): CodeDelivery {
  const typed = typedAddress(name);
  if (typed !== undefined) return deliveryTo(typed);
  const [first = 0, second = 0, ...others] = decoys.digest('address', toAccountKey(name));
  return deliveryTo(`${letter(first)}${Buffer.from(others).toString('hex')}@${letter(second)}.example`);
}

export function typedAddress(name: string): string | undefined {
  const key = toAccountKey(name);
  return key.includes('@') ? key : undefined;
}

function letter(byte: number): string {
  return String.fromCharCode(97 + (byte % 26));
}

function mask(address: string): string {
  const at = address.lastIndexOf('@');
  return `${firstOf(address)}***@${firstOf(address.slice(at + 1))}***`;
}

function firstOf(text: string): string {
  return Array.from(text.slice(0, 2))[0] ?? '';
}
