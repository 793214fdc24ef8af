import type { User, UserDetail } from '#contract/admin-users.ts';
import { messages } from '#contract/errors.ts';
import type { Database, Db } from '../database/connect.ts';
import { notFound } from '../http/errors.ts';
import type { AccountDirectory, PoolAccount } from './account-directory.ts';
import { findNotes, findRights, listConsoleUsers, listServiceIdsOf, type UserRights } from './user.repository.ts';

interface Tools {
  readonly database: Database;
  readonly accounts: AccountDirectory;
}

export async function getAccount({ accounts }: Pick<Tools, 'accounts'>, username: string): Promise<PoolAccount> {
  const account = await accounts.find(username);
  if (!account) throw notFound(messages.userMissing);
  return account;
}

export async function getUser(tools: Tools, username: string): Promise<UserDetail> {
  return presentUser(tools.database.writer, await getAccount(tools, username));
}

export async function presentUser(db: Db, account: PoolAccount): Promise<UserDetail> {
  const [rights] = await findRights(db, [account.username]);
  return {
    ...toUser(account, rights),
    acceptServiceIds: await listServiceIdsOf(db, account.username),
    mfaEnabled: account.isMfaEnabled,
    ...(await findNotes(db, account.username)),
  };
}

export async function listUsers({ database, accounts }: Tools): Promise<User[]> {
  const rights = await listConsoleUsers(database.reader);
  const found = await accounts.findMany(rights.map(({ username }) => username));
  return withRights(found, rights).sort(byAddress);
}

function byAddress(one: User, other: User): number {
  return addressOf(one) < addressOf(other) ? -1 : 1;
}

function addressOf({ email, username }: User): string {
  return `${email.toLowerCase()} ${username}`;
}

export async function searchUsers(
  { database, accounts }: Tools,
  query: Parameters<AccountDirectory['list']>[0],
): Promise<{ items: User[]; pageToken: string | null }> {
  const page = await accounts.list(query);
  const usernames = page.accounts.map(({ username }) => username);
  return { items: withRights(page.accounts, await findRights(database.reader, usernames)), pageToken: page.pageToken };
}

function withRights(accounts: readonly PoolAccount[], rights: readonly UserRights[]): User[] {
  const rightsOf = new Map(rights.map((one) => [one.username, one]));
  return accounts.map((account) => toUser(account, rightsOf.get(account.username)));
}

function toUser(account: PoolAccount, rights: UserRights | undefined): User {
  const { username, email, name, status, createdAt } = account;
  return {
    username,
    email,
    name,
    status,
    createdAt,
    emailVerified: account.isEmailVerified,
    role: rights?.role ?? 'normal',
    enabled: account.isEnabled && rights?.isEnabled !== false,
    // Clients expect a time even for accounts that were never changed.
    updatedAt: latestOf(account.updatedAt, rights?.updatedAt) ?? createdAt,
    revision: rights?.revision ?? 1,
  };
}

function latestOf(...times: (string | null | undefined)[]): string | undefined {
  return times
    .filter((time) => time != null)
    .sort()
    .at(-1);
}
