import type { Account } from '#contract/account.ts';
import type { AuditLog } from '../audit/index.ts';
import type { Database } from '../database/connect.ts';
import type { Actor } from '../http/actor.ts';
import { notFound } from '../http/errors.ts';
import type { UserPool } from '../identity/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Vault } from '../platform/vault.ts';
import type { AccountDirectory } from '../users/index.ts';
import { findPhotoIdOf } from './photo.repository.ts';
import { addressOfPhoto } from './photo.routes.ts';

export interface AccountTools {
  readonly database: Database;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly audit: AuditLog;
  readonly userPool: UserPool | undefined;
  readonly accounts: AccountDirectory;
}

export async function describeAccount(tools: AccountTools, { username, role, serviceIds }: Actor): Promise<Account> {
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
