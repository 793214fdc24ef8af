import { adminUserApi } from '#contract/admin-users.ts';
import type { Call } from '#contract/api-client.ts';
import { apiKeyApi } from '#contract/api-keys.ts';
import { userTitle } from '../users/user-state.ts';

/** What people call those whom the log names: addresses by user name, labels by the id of an API key. */
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

/** As people write it in the filter. */
export function toWrittenName({ users, keys }: AuditNames, name: string): string {
  return users[name] ?? keys[name] ?? name;
}

/** What the log calls somebody who was written by address or label; anything else is looked for as it is. */
export function toLoggedName({ users, keys }: AuditNames, written: string): string {
  const wanted = written.trim().toLowerCase();
  const known = [...Object.entries(users), ...Object.entries(keys)];
  return known.find(([, title]) => title.toLowerCase() === wanted)?.[0] ?? written.trim();
}
