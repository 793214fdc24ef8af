import { adminUserApi } from '#contract/admin-users.ts';
import { ApiError, type Call } from '#contract/api-client.ts';
import { apiKeyApi } from '#contract/api-keys.ts';
import { AuditAction, type AuditEntry } from '#contract/audit.ts';
import { UUID } from '#contract/uuid.ts';
import type { ConsoleKey } from '../ui/failure-text.ts';
import { userTitle } from '../users/user-state.tsx';
import type { AuditState } from './audit-state.ts';

export interface AuditNames {
  readonly users: Readonly<Record<string, string>>;
  readonly keys: Readonly<Record<string, string>>;
}

export async function loadAuditNames(call: Call): Promise<AuditNames> {
  const [users, keys] = await Promise.all([call(adminUserApi.list, {}), call(apiKeyApi.list, {})]);
  return {
    users: Object.fromEntries(users.map((user) => [user.username, userTitle(user)])),
    keys: Object.fromEntries(keys.map(({ keyId, label }) => [keyId, label])),
  };
}

export function toWrittenName({ users, keys }: AuditNames, name: string): string {
  return users[name] ?? keys[name] ?? name;
}

export function toLoggedName({ users, keys }: AuditNames, written: string): string {
  const lowerInput = written.trim().toLowerCase();
  const known = [...Object.entries(users), ...Object.entries(keys)];
  return known.find(([, title]) => title.toLowerCase() === lowerInput)?.[0] ?? written.trim();
}

/** Lookups by username; undefined for deleted accounts. Failed lookups are removed. */
const found = new Map<string, Promise<string | undefined>>();

/** No API lists the accounts of readers, so they are looked up one by one. */
export function unknownUsersIn(
  entries: readonly AuditEntry[],
  { actor, target }: Pick<AuditState, 'actor' | 'target'>,
  { users, keys }: AuditNames,
): string[] {
  const named = entries.flatMap((entry) => [
    entry.actorKind === 'user' ? entry.actor : null,
    isAboutKey(entry.action) ? null : entry.target,
  ]);
  const unknownUsers = [actor, target, ...named].filter(
    (name): name is string => name !== null && UUID.test(name) && !(name in users) && !(name in keys),
  );
  return [...new Set(unknownUsers)];
}

export async function findTitles(call: Call, usernames: readonly string[]): Promise<Record<string, string>> {
  const titles = await Promise.all(usernames.map(async (name) => [name, await titleOf(call, name)] as const));
  return Object.fromEntries(titles.filter((each): each is readonly [string, string] => each[1] !== undefined));
}

function titleOf(call: Call, username: string): Promise<string | undefined> {
  const known = found.get(username);
  if (known) return known;
  const request = call(adminUserApi.read, { params: { username } }).then(userTitle, (error: unknown) => {
    if (!(error instanceof ApiError && error.status === 404)) found.delete(username);
    return undefined;
  });
  found.set(username, request);
  return request;
}

/**
 * Resolves email addresses and labels, which filter fields and page addresses may contain, to usernames and key ids.
 */
export async function resolveNames(call: Call, names: AuditNames, state: AuditState): Promise<AuditState> {
  const [actor, target] = await Promise.all([state.actor, state.target].map((name) => findUsername(call, names, name)));
  return { ...state, actor: actor ?? '', target: target ?? '' };
}

async function findUsername(call: Call, names: AuditNames, written: string): Promise<string> {
  const logged = toLoggedName(names, written);
  if (!logged.includes('@')) return logged;
  const email = logged.toLowerCase();
  const { items } = await call(adminUserApi.search, { query: { email } });
  return items.find((account) => account.email.toLowerCase() === email)?.username ?? logged;
}

/** Actions with a second sentence for targets other than the actor, such as another account or an API key. */
const DONE_TO_OTHERS = [
  'sign-in-failed',
  'signed-out-everywhere',
  'email-verified',
  'email-changed',
  'password-changed',
  'password-reset-requested',
  'password-reset',
  'attributes-changed',
  'mfa-enabled',
  'mfa-disabled',
  'account-created',
  'account-enabled',
  'account-disabled',
  'account-deleted',
  'role-changed',
  'services-changed',
  'api-key-created',
  'api-key-revoked',
] as const satisfies readonly AuditAction[];

export function sentenceOf({ action, actor, target }: Pick<AuditEntry, 'action' | 'actor' | 'target'>): ConsoleKey {
  const known = AuditAction.options.find((each) => each === action);
  if (known === undefined) return 'audit.did.unknown';
  const toOthers = DONE_TO_OTHERS.find((each) => each === action);
  const hasTarget = target !== null && target !== actor;
  return hasTarget && toOthers !== undefined ? `audit.didTo.${toOthers}` : `audit.did.${known}`;
}

export function isAboutKey(action: string): boolean {
  return action === 'api-key-created' || action === 'api-key-revoked';
}
