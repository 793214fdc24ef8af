import type { ExpressionBuilder } from 'kysely';
import type { Db } from '../database/connect.ts';
import type { PoolUserRow, PoolUserStatus } from '../database/pool-tables.ts';
import type { Tables, Transaction } from '../database/tables.ts';
import type { PoolAccount } from '../users/index.ts';

const columns = [
  ...(['username', 'email', 'isEmailVerified', 'verifiedEmail', 'attributes', 'isEnabled'] as const),
  ...(['status', 'isTotpEnabled', 'createdAt', 'updatedAt'] as const),
] as const;

type Row = Pick<PoolUserRow, (typeof columns)[number]>;

export interface AccountPosition {
  readonly addressKey: string;
  readonly username: string;
}

export interface AccountListOptions {
  readonly prefix?: string | undefined;
  readonly isEnabled?: boolean | undefined;
  readonly after?: AccountPosition | undefined;
  readonly limit: number;
}

const LAST_LETTER = '\u{10FFFF}';

/** Both list indexes use this expression. */
function addressOf({ fn }: ExpressionBuilder<Tables, 'poolUsers'>) {
  return fn.coalesce('pendingEmailKey', 'emailKey');
}

export async function listAccounts(
  db: Db,
  { prefix, isEnabled, after, limit }: AccountListOptions,
): Promise<(PoolAccount & AccountPosition)[]> {
  let query = db
    .selectFrom('poolUsers')
    .select(columns)
    .select((eb) => addressOf(eb).as('addressKey'))
    .orderBy((eb) => addressOf(eb))
    .orderBy('username')
    .limit(limit);
  if (isEnabled !== undefined) query = query.where('isEnabled', '=', Number(isEnabled));
  // A single lower bound lets the index seek to the start.
  const from = after?.addressKey ?? prefix;
  if (from) query = query.where((eb) => eb(addressOf(eb), '>=', from));
  if (prefix) query = query.where((eb) => eb(addressOf(eb), '<', `${prefix}${LAST_LETTER}`));
  if (after) {
    const { addressKey, username } = after;
    query = query.where((eb) => eb.or([eb(addressOf(eb), '>', addressKey), eb('username', '>', username)]));
  }
  const rows = await query.execute();
  return rows.map(({ addressKey, ...row }) => ({ ...toAccount(row), addressKey }));
}

export async function findAccounts(db: Db, usernames: readonly string[]): Promise<PoolAccount[]> {
  if (usernames.length === 0) return [];
  const rows = await db.selectFrom('poolUsers').select(columns).where('username', 'in', usernames).execute();
  return rows.map(toAccount);
}

function toAccount({ isEmailVerified, isEnabled, isTotpEnabled, attributes, ...row }: Row): PoolAccount {
  const { name } = JSON.parse(attributes);
  return {
    ...row,
    name: name || row.email,
    isEmailVerified: isEmailVerified === 1,
    isEnabled: isEnabled === 1,
    isMfaEnabled: isTotpEnabled === 1,
  };
}

export async function saveEnabled(
  trx: Transaction,
  username: string,
  { isEnabled, updatedAt }: { isEnabled: boolean; updatedAt: string },
): Promise<void> {
  await trx
    .updateTable('poolUsers')
    .set({ isEnabled: Number(isEnabled), updatedAt })
    .where('username', '=', username)
    .where('isEnabled', '!=', Number(isEnabled))
    .execute();
}

export async function saveStatus(
  trx: Transaction,
  username: string,
  change: { status: PoolUserStatus; updatedAt: string },
): Promise<void> {
  await trx.updateTable('poolUsers').set(change).where('username', '=', username).execute();
}
