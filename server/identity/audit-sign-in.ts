import type { Caller } from '../http/caller.ts';
import type { PoolUser } from './pool-user.repository.ts';
import type { UserPool } from './user-pool.ts';

/** Authentication method: `password`, `totp`, `recovery-code` or a provider name. */
export type SignInMeans = string;

export async function recordSignIn(
  { audit }: UserPool,
  { username }: Pick<PoolUser, 'username'>,
  caller: Caller,
  how: SignInMeans,
): Promise<void> {
  await audit.record({ action: 'signed-in', actor: { kind: 'user', name: username }, caller, details: { how } });
}

/** Records a failed sign-in, also for unknown accounts. The submitted name is not stored. */
export async function recordFailedSignIn(
  { audit }: UserPool,
  username: string | undefined,
  caller: Caller,
  reason: string,
): Promise<void> {
  const target = username === undefined ? {} : { target: username };
  await audit.record({ action: 'sign-in-failed', actor: { kind: 'nobody' }, caller, ...target, details: { reason } });
}
