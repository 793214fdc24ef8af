import type { AuditReason } from '#contract/audit.ts';
import type { Caller } from '../http/caller.ts';
import { poolNameOf } from './create-pool-user.ts';
import { findPoolUser, type PoolUser, toAccountKey } from './pool-user.repository.ts';
import { fakeVerifier, isPasswordOf, type Verifier } from './srp.ts';
import type { UserPool } from './user-pool.ts';

/** Unknown names get a stable fake user name. */
export interface NamedAccount {
  readonly username: string;
  readonly user: PoolUser | undefined;
}

/** Unknown names get a fake verifier that no password matches. */
export interface SignInAccount extends NamedAccount, Verifier {}

export async function findAccount(pool: UserPool, name: string): Promise<NamedAccount> {
  const user = await findPoolUser(pool.database.writer, name);
  const decoy = decoyUsername(pool, name);
  return { user, username: user?.username ?? decoy };
}

export async function findSignInAccount(pool: UserPool, name: string): Promise<SignInAccount> {
  const account = await findAccount(pool, name);
  // Computed for existing accounts too, so that timing does not reveal whether an account exists.
  const decoy = fakeVerifier((part) => pool.decoys.digest(part, account.username));
  return { ...account, ...(account.user ? openVerifier(pool, account.user) : decoy) };
}

function openVerifier({ vault }: UserPool, user: PoolUser): Verifier {
  const salt = vault.open('salt', user.salt);
  const verifier = vault.open('verifier', user.verifier);
  if (!salt || !verifier) throw new Error(`The stored password of ${user.username} cannot be decrypted.`);
  return { salt, verifier };
}

function decoyUsername({ decoys }: UserPool, name: string): string {
  const key = toAccountKey(name);
  const digest = decoys.digest('username', key);
  if (!key.includes('@')) return key;
  // Distributes the four UUID variants (RFC 9562) evenly, as in random UUIDs.
  const variant = '89ab'.charAt((digest[16] ?? 0) & 3);
  const hex = digest.toString('hex', 0, 16);
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, `$1-$2-4$3-${variant}$4-$5`);
}

export function isPasswordOfAccount(pool: UserPool, account: SignInAccount, password: string): boolean {
  return isPasswordOf(account, { poolName: poolNameOf(pool), username: account.username, password });
}

/** Authentication method: `password`, `totp`, `recovery-code` or a provider name. */
export type SignInMethod = string;

export async function recordSignIn(
  { audit }: UserPool,
  { username }: Pick<PoolUser, 'username'>,
  caller: Caller,
  how: SignInMethod,
): Promise<void> {
  await audit.record({ action: 'signed-in', actor: { kind: 'user', name: username }, caller, details: { how } });
}

/** Also called for unknown accounts. The submitted name is not stored, because it may be a password. */
export async function recordFailedSignIn(
  { audit }: UserPool,
  username: string | undefined,
  caller: Caller,
  reason: AuditReason,
): Promise<void> {
  const target = username === undefined ? {} : { target: username };
  await audit.record({ action: 'sign-in-failed', actor: { kind: 'nobody' }, caller, ...target, details: { reason } });
}
