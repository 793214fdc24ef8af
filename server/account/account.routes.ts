import { accountApi } from '#contract/account.ts';
import { listApiKeyLabels } from '../api-keys/index.ts';
import type { Database } from '../database/connect.ts';
import { API_KEY_PREFIX } from '../http/actor.ts';
import type { Api } from '../http/implement.ts';
import { listServicesOf } from '../services/index.ts';
import { type AccountDirectory, findRights, type PoolAccount } from '../users/index.ts';
import { deleteAccount } from './delete-account.ts';
import { type AccountTools, describeAccount } from './describe-account.ts';
import { exportAccount } from './export-account.ts';
import { deletePhoto } from './photo.repository.ts';
import { type PhotoTools, takePhoto } from './save-photo.ts';

export function accountRoutes(api: Api, tools: AccountTools & PhotoTools): void {
  const { database } = tools;
  api.implement(accountApi.services, ({ actor }) => listServicesOf(database.reader, actor.serviceIds));
  api.implement(accountApi.names, ({ query }) => namesOf(tools, query.usernames));
  api.implement(accountApi.read, ({ actor }) => describeAccount(tools, actor));
  api.implement(accountApi.savePhoto, async ({ actor, body }) => {
    await takePhoto(tools, { username: actor.username, ...body });
    return describeAccount(tools, actor);
  });
  api.implement(accountApi.deletePhoto, async ({ actor }) => {
    await deletePhoto(database.writer, actor.username);
    return describeAccount(tools, actor);
  });
  api.implement(accountApi.export, ({ actor, caller }) => exportAccount(tools, actor, caller));
  api.implement(accountApi.remove, async ({ actor, caller }) => {
    await deleteAccount(tools, actor.username, caller);
    return null;
  });
}

interface NamedOne {
  readonly username: string;
  readonly name: string;
}

async function namesOf(
  { database, accounts }: { database: Database; accounts: Pick<AccountDirectory, 'findMany'> },
  usernames: readonly string[],
): Promise<NamedOne[]> {
  const keyIds = usernames.filter((name) => name.startsWith(API_KEY_PREFIX));
  const keys = await listApiKeyLabels(
    database.reader,
    keyIds.map((name) => name.slice(API_KEY_PREFIX.length)),
  );
  const rights = await findRights(
    database.reader,
    usernames.filter((name) => !name.startsWith(API_KEY_PREFIX)),
  );
  const consoleUsernames = rights.filter(({ role }) => role !== 'normal').map(({ username }) => username);
  const people = consoleUsernames.length === 0 ? [] : await accounts.findMany(consoleUsernames);
  return [
    ...people.map((account) => ({ username: account.username, name: nameOf(account) })),
    ...keys.map(({ keyId, label }) => ({ username: `${API_KEY_PREFIX}${keyId}`, name: label })),
  ];
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Hides an unverified address, which may belong to somebody else. */
function nameOf({ username, name, email, isEmailVerified }: PoolAccount): string {
  if (name !== '' && name !== email) return name;
  return isEmailVerified && UUID.test(username) ? (email.split('@', 1)[0] ?? username) : username;
}
