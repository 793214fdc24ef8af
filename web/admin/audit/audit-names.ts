import { adminUserApi } from '#contract/admin-users.ts';
import type { Call } from '#contract/api-client.ts';
import { apiKeyApi } from '#contract/api-keys.ts';
import { userTitle } from '../users/user-state.ts';

/** Display names of audit log subjects: emails by username, labels by API key id. */
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

/** Returns the username or key id for an email address or label. Other input is returned trimmed. */
export function toLoggedName({ users, keys }: AuditNames, written: string): string {
  const lowerInput = written.trim().toLowerCase();
  const known = [...Object.entries(users), ...Object.entries(keys)];
  return known.find(([, title]) => title.toLowerCase() === lowerInput)?.[0] ?? written.trim();
}
