import type { Db } from '../database/connect.ts';
import type { Transaction } from '../database/tables.ts';
import { toClientKey, toSubnetKey } from '../http/client-address.ts';
import { HOUR_MS, toInstant } from '../platform/clock.ts';
import { notAuthorized } from './cognito-error.ts';
import { deleteFailures, type Failures, lockFailures, updateFailures } from './pool-limit.repository.ts';
import { toAccountKey } from './pool-user.repository.ts';
import type { UserPool } from './user-pool.ts';

/** Per account and network, or known device. */
const FREE_FAILURES = 5;
/** Per account from all networks in an hour. High enough that a single network cannot reach it. */
const FREE_ACCOUNT_FAILURES = 30;
/** Per address in an hour. Many users may share an address. */
const FREE_ADDRESS_FAILURES = 50;
/** Lets delays end soon after the attempts stop. */
const MAX_EXCESS = 10;
const MAX_LOCK_SECONDS = 15 * 60;
const FORGET_MS = HOUR_MS;

export interface Attempt {
  /** User name, or its fake for an unknown account, also when an address was typed. */
  readonly name: string;
  readonly isAccount: boolean;
  readonly address?: string | undefined;
  /** Id of a known device or session. Counted separately, so that strangers cannot lock it out. */
  readonly separateKey?: string | undefined;
}

export const IN_SESSION = 'session';

interface Counter {
  readonly nameKey: string;
  readonly isAccount: boolean;
  readonly free: number;
  readonly isGradual: boolean;
}

/**
 * Counts the attempt as failed before it is checked, so that concurrent attempts get no extra tries; `clearAttempt`
 * reverts it. Locks last 1, 2, 4… seconds. Returns `locking` when this attempt starts a lock of the account. Unknown
 * names behave the same.
 */
export async function countAttempt(
  trx: Transaction,
  pool: UserPool,
  attempt: Attempt,
): Promise<'open' | 'locking' | 'locked'> {
  const now = pool.clock.now();
  const counted: Failures[] = [];
  for (const counter of countersOf(pool, attempt)) {
    const { nameKey, isAccount, free } = counter;
    const stored = await lockFailures(trx, { nameKey, isAccount, failedAt: toInstant(now) });
    if (stored.lockedUntil !== null && stored.lockedUntil > toInstant(now)) return 'locked';
    const recent = recentFailures(stored, counter, now);
    const failures = Math.min(recent.failures + 1, free + MAX_EXCESS);
    counted.push({ nameKey, failures, failedAt: recent.failedAt, lockedUntil: lockAfter(failures - free, now) });
  }
  for (const failures of counted) await updateFailures(trx, failures);
  const client = attempt.address !== undefined && addressKeyOf(pool, attempt.address);
  const isLocking = counted.some(({ nameKey, lockedUntil }) => lockedUntil !== null && nameKey !== client);
  return isLocking ? 'locking' : 'open';
}

/** Fixed order, to avoid deadlocks between attempts. */
function countersOf(pool: UserPool, { name, isAccount, address, separateKey }: Attempt): Counter[] {
  const nameKey = nameKeyOf(pool, name);
  const below = (part: string) => `${nameKey}.${pool.vault.digest('part', part).toString('base64url')}`;
  if (separateKey !== undefined)
    return [{ nameKey: below(separateKey), isAccount, free: FREE_FAILURES, isGradual: false }];
  const network = `network ${address === undefined ? '' : toSubnetKey(address)}`;
  const allNetworks = { nameKey, isAccount, free: FREE_ACCOUNT_FAILURES, isGradual: true };
  const sameNetwork = { nameKey: below(network), isAccount, free: FREE_FAILURES, isGradual: false };
  if (address === undefined) return [allNetworks, sameNetwork];
  const client = { isAccount: false, free: FREE_ADDRESS_FAILURES, isGradual: true };
  return [{ ...client, nameKey: addressKeyOf(pool, address) }, allNetworks, sameNetwork];
}

/** For gradual counters, `failedAt` is the time up to which failures have been expired. */
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

export async function clearAttempt(pool: UserPool, attempt: Attempt): Promise<void> {
  await pool.database.writer.transaction().execute(async (trx) => {
    const failedAt = toInstant(pool.clock.now());
    for (const { nameKey, isAccount, isGradual } of countersOf(pool, attempt)) {
      if (!isGradual) {
        await deleteFailures(trx, nameKey);
        continue;
      }
      const { failures, ...stored } = await lockFailures(trx, { nameKey, isAccount, failedAt });
      await updateFailures(trx, { ...stored, failures: Math.max(0, failures - 1), lockedUntil: null });
    }
  });
}

export async function clearFailures(pool: UserPool, name: string, db: Db = pool.database.writer): Promise<void> {
  await deleteFailures(db, nameKeyOf(pool, name));
}

/** Hashed, because a password may be typed into the name field. */
function nameKeyOf({ vault }: UserPool, name: string): string {
  return vault.digest('name', toAccountKey(name)).toString('base64url');
}

function addressKeyOf({ vault }: UserPool, address: string): string {
  return vault.digest('address', toClientKey(address)).toString('base64url');
}

export function forgottenBefore(now: Date): Date {
  return new Date(now.getTime() - FORGET_MS);
}
