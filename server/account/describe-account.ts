import type { Account } from '#contract/account.ts';
import type { AuditLog } from '../audit/index.ts';
import type { Database } from '../database/connect.ts';
import type { Actor } from '../http/actor.ts';
import { notFound } from '../http/errors.ts';
import { findOwnAccount, type UserPool } from '../identity/index.ts';
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
  readonly accounts: Pick<AccountDirectory, 'find' | 'findMany' | 'delete'>;
}

export async function describeAccount(tools: AccountTools, { username, role, serviceIds }: Actor): Promise<Account> {
  const described = tools.userPool ? await fromPool(tools.userPool, username) : await fromDirectory(tools, username);
  if (!described) throw notFound();
  const photoId = await findPhotoIdOf(tools.database.reader, username);
  return {
    ...described,
    username,
    role,
    acceptServiceIds: [...serviceIds],
    kind: role === 'normal' ? 'normal' : 'admin',
    photoUrl: photoId === undefined ? null : addressOfPhoto(photoId),
  };
}

type Described = Pick<
  Account,
  | 'name'
  | 'email'
  | 'emailVerified'
  | 'verifiedEmail'
  | 'mfaEnabled'
  | 'recoveryCodesLeft'
  | 'hasPassword'
  | 'createdAt'
>;

async function fromPool(userPool: UserPool, username: string): Promise<Described | undefined> {
  const account = await findOwnAccount(userPool, username);
  return (
    account && {
      name: account.attributes.name,
      email: account.email,
      emailVerified: account.isEmailVerified,
      verifiedEmail: account.verifiedEmail,
      mfaEnabled: account.isMfaEnabled,
      recoveryCodesLeft: account.recoveryCodesLeft,
      hasPassword: account.status !== EXTERNAL,
      createdAt: account.createdAt,
    }
  );
}

async function fromDirectory({ accounts }: AccountTools, username: string): Promise<Described | undefined> {
  const account = await accounts.find(username);
  return (
    account && {
      name: account.name,
      email: account.email,
      emailVerified: account.isEmailVerified,
      verifiedEmail: account.isEmailVerified ? account.email : null,
      mfaEnabled: account.isMfaEnabled,
      recoveryCodesLeft: null,
      hasPassword: account.status !== EXTERNAL,
      createdAt: account.createdAt,
    }
  );
}

const EXTERNAL = 'EXTERNAL_PROVIDER';
