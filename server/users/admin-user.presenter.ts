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
    updatedAt: laterOf(account.updatedAt, rights?.updatedAt ?? null),
  };
}

function laterOf(one: string | null, other: string | null): string | null {
  return (one ?? '') > (other ?? '') ? one : other;
}
