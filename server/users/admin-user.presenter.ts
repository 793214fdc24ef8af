import type { User } from '#contract/admin-users.ts';
import type { PoolAccount } from './account-directory.ts';
import type { UserRights } from './user.repository.ts';

/** An account as administrators see it: who it is by its user pool, and what it may do by us. */
export function toUser(account: PoolAccount, rights: UserRights | undefined): User {
  const { username, email, name, status, createdAt } = account;
  return {
    ...{ username, email, name, status, createdAt },
    emailVerified: account.isEmailVerified,
    role: rights?.role ?? 'normal',
    enabled: account.isEnabled && rights?.isEnabled !== false,
    // Clients expect a time also of an account that nobody has changed.
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
