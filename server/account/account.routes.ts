import { type Account, accountApi } from '#contract/account.ts';
import { UUID } from '#contract/uuid.ts';
import { toUserReaderId } from '../access/index.ts';
import { listApiKeyLabels } from '../api-keys/index.ts';
import { type AuditLog, listEntriesAbout } from '../audit/index.ts';
import { anonymizeUser, exportCommentsOfReader, listVotesOfReader } from '../comments/index.ts';
import type { Database } from '../database/connect.ts';
import type { AuditLogRow, Transaction } from '../database/tables.ts';
import { writeTransaction } from '../database/write-transaction.ts';
import { type Actor, API_KEY_PREFIX } from '../http/actor.ts';
import type { Caller } from '../http/caller.ts';
import { notFound } from '../http/errors.ts';
import type { Api } from '../http/implement.ts';
import { deletePoolUser, type UserPool } from '../identity/index.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import type { Vault } from '../platform/vault.ts';
import { listServicesOf } from '../services/index.ts';
import {
  type AccountDirectory,
  deleteRights,
  findNotes,
  findRights,
  type PoolAccount,
  requireAnotherAdmin,
} from '../users/index.ts';
import { deletePhoto, findPhotoIdOf, findPhotoOf } from './photo.repository.ts';
import { addressOfPhoto, type PhotoTools, takePhoto } from './photo.routes.ts';

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

/** Hides an unverified address, which may belong to somebody else. */
function nameOf({ username, name, email, isEmailVerified }: PoolAccount): string {
  if (name !== '' && name !== email) return name;
  return isEmailVerified && UUID.test(username) ? (email.split('@', 1)[0] ?? username) : username;
}

const MAX_ENTRIES = 1000;
const MAX_COMMENTS_AND_VOTES = 10_000;

async function exportAccount(tools: AccountTools, actor: Actor, caller: Caller): Promise<Record<string, unknown>> {
  const { database, clock, audit, accounts } = tools;
  const { username } = actor;
  const poolData = await accounts.exportData(actor);
  const { photoUrl: _, ...account } = await describeAccount(tools, actor);
  await audit.record({ action: 'account-exported', actor: { kind: 'user', name: username }, caller });
  const photo = await findPhotoOf(database.reader, username);
  const entries = await listEntriesAbout(database.reader, username, { limit: MAX_ENTRIES });
  return {
    exportedAt: toInstant(clock.now()),
    account,
    notes: await findNotes(database.reader, username),
    ...poolData,
    photo: photo ? { contentType: photo.contentType, bytes: photo.bytes, createdAt: photo.createdAt } : null,
    comments: await exportCommentsOfReader(tools, toUserReaderId(username), { limit: MAX_COMMENTS_AND_VOTES }),
    votes: await listVotesOfReader(database.reader, toUserReaderId(username), { limit: MAX_COMMENTS_AND_VOTES }),
    auditLog: entries.map((entry) => asSeenBy(username, entry)),
  };
}

function asSeenBy(username: string, { details, ...entry }: AuditLogRow): Record<string, unknown> {
  const isOfAnother = entry.actorKind === 'user' && entry.actor !== username;
  const hidden = isOfAnother ? { actor: null, address: null, requestId: null } : {};
  return { ...entry, ...hidden, details: JSON.parse(details) };
}

/** Anonymizes the comments and votes of a user. The account in the pool stays. */
export async function deleteUser(trx: Transaction, username: string): Promise<void> {
  await anonymizeUser(trx, username);
  await deleteRights(trx, username);
}

async function deleteAccount(tools: AccountTools, username: string, caller: Caller): Promise<void> {
  const { database, audit, userPool, accounts } = tools;
  await writeTransaction(database.writer, async (trx) => {
    await requireAnotherAdmin(trx, username);
    if (userPool) await deletePoolUser(trx, username);
    await deleteUser(trx, username);
    await audit.record({ action: 'account-deleted', actor: { kind: 'user', name: username }, caller }, trx);
  });
  // In a hosted pool, rights go first. If this call fails, the user can repeat it.
  if (!userPool) await accounts.delete(username);
}

interface AccountTools {
  readonly database: Database;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly audit: AuditLog;
  readonly userPool: UserPool | undefined;
  readonly accounts: AccountDirectory;
}

async function describeAccount(tools: AccountTools, { username, role, serviceIds }: Actor): Promise<Account> {
  const { accounts, database } = tools;
  const account = await accounts.find(username);
  if (!account) throw notFound();
  const photoId = await findPhotoIdOf(database.reader, username);
  return {
    username,
    name: account.name,
    email: account.email,
    emailVerified: account.isEmailVerified,
    verifiedEmail: account.verifiedEmail,
    mfaEnabled: account.isMfaEnabled,
    recoveryCodesLeft: await accounts.countRecoveryCodes(username),
    hasPassword: account.status !== 'EXTERNAL_PROVIDER',
    createdAt: account.createdAt,
    role,
    acceptServiceIds: [...serviceIds],
    kind: role === 'normal' ? 'normal' : 'admin',
    photoUrl: photoId === undefined ? null : addressOfPhoto(photoId),
  };
}
