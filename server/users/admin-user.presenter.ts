import type { User } from '#contract/admin-users.ts';
import type { PoolAccount } from './account-directory.ts';
import type { UserRights } from './user.repository.ts';

export function toUser(account: PoolAccount, rights: UserRights | undefined): User {
  const { username, email, name, status, createdAt } = account;
  return {
    ...{ username, email, name, status, createdAt },
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
