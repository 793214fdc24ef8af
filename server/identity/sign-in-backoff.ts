import type { Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { toClientKey } from '../platform/client-address.ts';
import { toInstant } from '../platform/clock.ts';
import { notAuthorized } from './cognito-error.ts';
import { deleteFailures, type Failures, holdFailures, updateFailures } from './pool-failure.repository.ts';
import { toAccountKey } from './pool-user.repository.ts';
import type { UserPool } from './user-pool.ts';

/** Failures of an account before it has to wait. */
const FREE_FAILURES = 5;
/** The same of an address, which many may share: so many in an hour. */
const FREE_ADDRESS_FAILURES = 50;
/** No more are remembered, so that an address is soon free again. */
const MAX_ADDRESS_FAILURES = FREE_ADDRESS_FAILURES + 10;
const MAX_LOCK_SECONDS = 15 * 60;
/** After so long without an attempt the count begins anew. */
const FORGET_MS = 60 * 60 * 1000;
const FORGET_ONE_MS = FORGET_MS / FREE_ADDRESS_FAILURES;

/** An attempt to prove who somebody is. */
export interface Attempt {
  /** The user name of the account, or what stands for it: by name and by e-mail address it is the same. */
  readonly name: string;
  readonly isAccount: boolean;
  /** Where it comes from, as far as that is known and counts. */
  readonly address?: string | undefined;
}

/**
 * Counts an attempt as failed before it is looked at, so that any number at once get no more tries than one after
 * the other; `forgiveAttempt` takes it back. From the fifth on the account is locked for 1, 2, 4 … seconds, and from
 * the fiftieth in an hour on the address is. Nobody's and somebody's names behave alike.
 */
export async function countAttempt(
  trx: Transaction<Tables>,
  pool: UserPool,
  { name, isAccount, address }: Attempt,
): Promise<'open' | 'locked'> {
  const now = pool.clock.now();
  const failedAt = toInstant(now);
  const ofAddress = address === undefined ? undefined : addressKeyOf(pool, address);
  // Always in this order, so that no two attempts wait for each other.
  const client = ofAddress && (await holdFailures(trx, { nameKey: ofAddress, isAccount: false, failedAt }));
  const account = await holdFailures(trx, { nameKey: nameKeyOf(pool, name), isAccount, failedAt });
  const failures = account.failedAt < toInstant(forgottenBefore(now)) ? 0 : account.failures;
  if (isLocked(account, failedAt) || (client && isLocked(client, failedAt))) return 'locked';
  await updateFailures(trx, afterFailure(account.nameKey, { failures, failedAt }, FREE_FAILURES, now));
  if (client) {
    const recent = recentFailures(client, now);
    const next = afterFailure(client.nameKey, recent, FREE_ADDRESS_FAILURES, now);
    await updateFailures(trx, { ...next, failures: Math.min(next.failures, MAX_ADDRESS_FAILURES) });
  }
  return 'open';
}

function isLocked({ lockedUntil }: Failures, now: string): boolean {
  return lockedUntil !== null && lockedUntil > now;
}

function afterFailure(
  nameKey: string,
  last: { failures: number; failedAt: string },
  free: number,
  now: Date,
): Failures {
  const failures = last.failures + 1;
  return { nameKey, failures, failedAt: last.failedAt, lockedUntil: lockAfter(failures - free, now) };
}

/** Those of an address are forgotten one by one, and `failedAt` says up to when that has been done. */
function recentFailures({ failures, failedAt }: Failures, now: Date): { failures: number; failedAt: string } {
  const since = Date.parse(failedAt);
  const forgotten = Math.floor((now.getTime() - since) / FORGET_ONE_MS);
  if (forgotten >= failures) return { failures: 0, failedAt: toInstant(now) };
  return { failures: failures - forgotten, failedAt: toInstant(new Date(since + forgotten * FORGET_ONE_MS)) };
}

function lockAfter(excess: number, now: Date): string | null {
  if (excess < 0) return null;
  const seconds = Math.min(2 ** excess, MAX_LOCK_SECONDS);
  return toInstant(new Date(now.getTime() + seconds * 1000));
}

export function tooManyAttempts() {
  return notAuthorized('Password attempts exceeded');
}

/** The proof was right: the account's failures are forgiven, and the address has one less. */
export async function forgiveAttempt(pool: UserPool, { name, address }: Attempt): Promise<void> {
  const { writer } = pool.database;
  if (address === undefined) return forgiveFailures(pool, name);
  await writer.transaction().execute(async (trx) => {
    const now = pool.clock.now();
    const nameKey = addressKeyOf(pool, address);
    const { failures, ...client } = await holdFailures(trx, { nameKey, isAccount: false, failedAt: toInstant(now) });
    await updateFailures(trx, { ...client, failures: Math.max(0, failures - 1), lockedUntil: null });
    await deleteFailures(trx, [nameKeyOf(pool, name)]);
  });
}

export async function forgiveFailures(pool: UserPool, ...names: readonly string[]): Promise<void> {
  await deleteFailures(
    pool.database.writer,
    names.map((name) => nameKeyOf(pool, name)),
  );
}

/** The store holds no names, since what is typed into the wrong field may be a password. */
function nameKeyOf({ vault }: UserPool, name: string): string {
  return vault.digest('name', toAccountKey(name)).toString('base64url');
}

function addressKeyOf({ vault }: UserPool, address: string): string {
  return vault.digest('address', toClientKey(address)).toString('base64url');
}

/** Failures from before this no longer count. */
export function forgottenBefore(now: Date): Date {
  return new Date(now.getTime() - FORGET_MS);
}
