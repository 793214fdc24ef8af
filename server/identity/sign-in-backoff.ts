import type { Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { toInstant } from '../platform/clock.ts';
import { notAuthorized } from './cognito-error.ts';
import { deleteFailures, holdFailures, pruneFailures, updateFailures } from './pool-failure.repository.ts';
import { toAccountKey } from './pool-user.repository.ts';
import type { UserPool } from './user-pool.ts';

const FREE_FAILURES = 5;
const MAX_LOCK_SECONDS = 15 * 60;
/** After so long without an attempt the count begins anew. */
const FORGET_MS = 60 * 60 * 1000;

/**
 * Counts an attempt as failed before it is looked at, so that any number at once get no more tries than one after
 * the other; `forgiveFailures` takes it back. From the fifth on the name is locked for 1, 2, 4 … seconds.
 * Names are counted as they were given, so that nobody's and somebody's behave alike.
 */
export async function countAttempt(
  trx: Transaction<Tables>,
  pool: UserPool,
  { name, isAccount }: { name: string; isAccount: boolean },
): Promise<'open' | 'locked'> {
  const now = pool.clock.now();
  const forgottenBefore = toInstant(new Date(now.getTime() - FORGET_MS));
  await pruneFailures(trx, { failedBefore: forgottenBefore });
  const failedAt = toInstant(now);
  const { nameKey, ...last } = await holdFailures(trx, { nameKey: nameKeyOf(pool, name), isAccount, failedAt });
  if (last.lockedUntil !== null && last.lockedUntil > failedAt) return 'locked';
  const failures = last.failures + 1;
  await updateFailures(trx, { nameKey, failures, failedAt, lockedUntil: lockAfter(failures, now) });
  return 'open';
}

function lockAfter(failures: number, now: Date): string | null {
  if (failures < FREE_FAILURES) return null;
  const seconds = Math.min(2 ** (failures - FREE_FAILURES), MAX_LOCK_SECONDS);
  return toInstant(new Date(now.getTime() + seconds * 1000));
}

export function tooManyAttempts() {
  return notAuthorized('Password attempts exceeded');
}

/** The password was right. */
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
