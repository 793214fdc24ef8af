import type { Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { toClientKey, toSubnetKey } from '../platform/client-address.ts';
import { toInstant } from '../platform/clock.ts';
import { notAuthorized } from './cognito-error.ts';
import { deleteFailures, type Failures, holdFailures, updateFailures } from './pool-failure.repository.ts';
import { toAccountKey } from './pool-user.repository.ts';
import type { UserPool } from './user-pool.ts';

/** Failures of an account from one network, or on one known device, before that has to wait. */
const FREE_FAILURES = 5;
/** Failures of an account from all networks in an hour. High enough that no single network reaches it. */
const FREE_STRANGER_FAILURES = 30;
/** Failures of an address in an hour, which many may share. */
const FREE_ADDRESS_FAILURES = 50;
/** Failures beyond the free ones that are remembered, so that whoever stops is soon free again. */
const MAX_EXCESS = 10;
const MAX_LOCK_SECONDS = 15 * 60;
/** After so long without an attempt the count begins anew. */
const FORGET_MS = 60 * 60 * 1000;

/** An attempt to prove who somebody is. */
export interface Attempt {
  /** The user name of the account, or what stands for it: by name and by e-mail address it is the same. */
  readonly name: string;
  readonly isAccount: boolean;
  /** Where it comes from, as far as that is known and counts. */
  readonly address?: string | undefined;
  /** A known device, or a session: counted by itself, so that no stranger keeps it out. */
  readonly apart?: string | undefined;
}

/** The `apart` of attempts by whoever is signed in already. */
export const IN_SESSION = 'session';

/** One row of failures that an attempt counts in. */
interface Counter {
  readonly nameKey: string;
  readonly isAccount: boolean;
  readonly free: number;
  /** Forgets failures one by one within the hour, instead of all of them an hour after the last. */
  readonly isGradual: boolean;
}

/**
 * Counts an attempt as failed before it is looked at, so that any number at once get no more tries than one after
 * the other; `forgiveAttempt` takes it back. Whoever has failed too often is locked out for 1, 2, 4 … seconds;
 * `locking` says that the account is so after this attempt. Nobody's and somebody's names behave alike.
 */
export async function countAttempt(
  trx: Transaction<Tables>,
  pool: UserPool,
  attempt: Attempt,
): Promise<'open' | 'locking' | 'locked'> {
  const now = pool.clock.now();
  const counted: Failures[] = [];
  for (const counter of countersOf(pool, attempt)) {
    const { nameKey, isAccount, free } = counter;
    const held = await holdFailures(trx, { nameKey, isAccount, failedAt: toInstant(now) });
    if (held.lockedUntil !== null && held.lockedUntil > toInstant(now)) return 'locked';
    const recent = recentFailures(held, counter, now);
    const failures = Math.min(recent.failures + 1, free + MAX_EXCESS);
    counted.push({ nameKey, failures, failedAt: recent.failedAt, lockedUntil: lockAfter(failures - free, now) });
  }
  for (const failures of counted) await updateFailures(trx, failures);
  const client = attempt.address !== undefined && addressKeyOf(pool, attempt.address);
  const isLocking = counted.some(({ nameKey, lockedUntil }) => lockedUntil !== null && nameKey !== client);
  return isLocking ? 'locking' : 'open';
}

/** Always in this order, so that no two attempts wait for each other. */
function countersOf(pool: UserPool, { name, isAccount, address, apart }: Attempt): Counter[] {
  const nameKey = nameKeyOf(pool, name);
  const below = (part: string) => `${nameKey}.${pool.vault.digest('part', part).toString('base64url')}`;
  if (apart !== undefined) return [{ nameKey: below(apart), isAccount, free: FREE_FAILURES, isGradual: false }];
  const network = `network ${address === undefined ? '' : toSubnetKey(address)}`;
  const strangers = { nameKey, isAccount, free: FREE_STRANGER_FAILURES, isGradual: true };
  const neighbors = { nameKey: below(network), isAccount, free: FREE_FAILURES, isGradual: false };
  if (address === undefined) return [strangers, neighbors];
  const client = { isAccount: false, free: FREE_ADDRESS_FAILURES, isGradual: true };
  return [{ ...client, nameKey: addressKeyOf(pool, address) }, strangers, neighbors];
}

/** Of those that are forgotten one by one, `failedAt` says up to when that has been done. */
function recentFailures(
  { failures, failedAt }: Failures,
  { free, isGradual }: Counter,
  now: Date,
): { failures: number; failedAt: string } {
  const since = Date.parse(failedAt);
  const forgetOneMs = FORGET_MS / free;
  const forgotten = Math.floor((now.getTime() - since) / forgetOneMs);
  if (isGradual && forgotten < failures) {
    return { failures: failures - forgotten, failedAt: toInstant(new Date(since + forgotten * forgetOneMs)) };
  }
  const isForgotten = isGradual || since < forgottenBefore(now).getTime();
  return { failures: isForgotten ? 0 : failures, failedAt: toInstant(now) };
}

function lockAfter(excess: number, now: Date): string | null {
  if (excess < 0) return null;
  const seconds = Math.min(2 ** excess, MAX_LOCK_SECONDS);
  return toInstant(new Date(now.getTime() + seconds * 1000));
}

export function tooManyAttempts() {
  return notAuthorized('Password attempts exceeded');
}

/** The proof was right: the failures beside it are forgiven, and counts that strangers share have one less. */
export async function forgiveAttempt(pool: UserPool, attempt: Attempt): Promise<void> {
  await pool.database.writer.transaction().execute(async (trx) => {
    const failedAt = toInstant(pool.clock.now());
    for (const { nameKey, isAccount, isGradual } of countersOf(pool, attempt)) {
      if (!isGradual) {
        await deleteFailures(trx, nameKey);
        continue;
      }
      const { failures, ...held } = await holdFailures(trx, { nameKey, isAccount, failedAt });
      await updateFailures(trx, { ...held, failures: Math.max(0, failures - 1), lockedUntil: null });
    }
  });
}

/** Forgives all failures under a name, wherever they came from. */
export async function forgiveFailures(pool: UserPool, name: string): Promise<void> {
  await deleteFailures(pool.database.writer, nameKeyOf(pool, name));
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
