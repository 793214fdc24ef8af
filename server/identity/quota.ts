import type { Transaction } from '../database/tables.ts';
import { toClientKey, toSubnetKey } from '../http/client-address.ts';
import { toInstant } from '../platform/clock.ts';
import type { PoolCaller } from './action.ts';
import { CognitoError } from './cognito-error.ts';
import { countUse, deleteCounter } from './pool-limit.repository.ts';
import { toAccountKey } from './pool-user.repository.ts';
import type { UserPool } from './user-pool.ts';

export interface Quota {
  readonly name: string;
  readonly uses: number;
  readonly seconds: number;
}

const HOUR_SECONDS = 60 * 60;
const MAIL_REQUESTS_FOR_ADDRESS: Quota = { name: 'mail requests', uses: 5, seconds: HOUR_SECONDS };
const MAILS_OF_ACCOUNT: Quota = { name: 'mails of account', uses: 5, seconds: HOUR_SECONDS };
/** Mails to one address, for all accounts. Further mails are dropped silently, so that the limit reveals nothing. */
const MAILS_TO_ADDRESS: Quota = { name: 'mails to address', uses: 10, seconds: HOUR_SECONDS };
const MAILS_FROM_CLIENT: Quota = { name: 'mails from', uses: 30, seconds: HOUR_SECONDS };
const RESETS: Quota = { name: 'resets', uses: 5, seconds: HOUR_SECONDS };
const RESETS_FROM_CLIENT: Quota = { ...MAILS_FROM_CLIENT, name: 'resets from' };
const RESET_MAILS_TO_ADDRESS: Quota = { ...MAILS_TO_ADDRESS, name: 'resets to' };

const ACTIONS: Quota = { name: 'actions', uses: 30, seconds: HOUR_SECONDS };

export async function consumeQuota(trx: Transaction, pool: UserPool, quota: Quota, owner: string): Promise<boolean> {
  const now = pool.clock.now();
  const uses = await countUse(trx, {
    counterKey: keyOf(pool, quota, owner),
    now: toInstant(now),
    endsAt: toInstant(new Date(now.getTime() + quota.seconds * 1000)),
  });
  return uses <= quota.uses;
}

export async function resetQuota(trx: Transaction, pool: UserPool, quota: Quota, owner: string): Promise<void> {
  await deleteCounter(trx, keyOf(pool, quota, owner));
}

function keyOf({ vault }: UserPool, { name }: Quota, owner: string): string {
  return vault.digest(`quota: ${name}`, owner).toString('base64url');
}

export function isMailAllowed(trx: Transaction, pool: UserPool, address: string): Promise<boolean> {
  return consumeQuota(trx, pool, MAILS_TO_ADDRESS, toAccountKey(address));
}

/** Known devices of the account are exempt, so strangers cannot block the owner. */
export async function isResetMailAllowed(
  trx: Transaction,
  pool: UserPool,
  { to, username, caller }: { to: string; username: string; caller: PoolCaller },
): Promise<boolean> {
  const isKnown = caller.device?.idFor(username) !== undefined;
  return isKnown || consumeQuota(trx, pool, RESET_MAILS_TO_ADDRESS, toAccountKey(to));
}

export async function requireActionQuota(pool: UserPool, username: string, action: string): Promise<void> {
  const isAllowed = await pool.database.writer
    .transaction()
    .execute((trx) => consumeQuota(trx, pool, ACTIONS, `${action} ${username}`));
  if (!isAllowed) throw limitExceeded();
}

/** Unknown accounts are counted too, so that responses do not differ. */
export async function requireMailQuota(
  trx: Transaction,
  pool: UserPool,
  { caller, account, to }: { caller: Pick<PoolCaller, 'address'>; account?: string; to: string | undefined },
): Promise<void> {
  const { address } = caller;
  const isAllowed =
    (address === undefined || (await consumeQuota(trx, pool, MAILS_FROM_CLIENT, toClientKey(address)))) &&
    (account === undefined || (await consumeQuota(trx, pool, MAILS_OF_ACCOUNT, account))) &&
    (to === undefined || (await consumeQuota(trx, pool, MAIL_REQUESTS_FOR_ADDRESS, to)));
  if (!isAllowed) throw limitExceeded();
}

/** Unknown accounts are counted too, so that responses do not differ. */
export async function requireResetQuota(
  trx: Transaction,
  pool: UserPool,
  { caller, account }: { caller: PoolCaller; account: string },
): Promise<void> {
  const { address = '', device } = caller;
  const known = device?.idFor(account);
  const isAllowed =
    (known !== undefined || (await consumeQuota(trx, pool, RESETS_FROM_CLIENT, toClientKey(address)))) &&
    (await consumeQuota(trx, pool, RESETS, `${account} ${known ?? toSubnetKey(address)}`));
  if (!isAllowed) throw limitExceeded();
}

export function limitExceeded(): CognitoError {
  return new CognitoError('LimitExceededException', 'Attempt limit exceeded, please try after some time.');
}
