import type { Caller } from '../platform/caller.ts';
import type { PoolUser } from './pool-user.repository.ts';
import type { UserPool } from './user-pool.ts';

/** What has proved who it is: `password`, `totp`, `recovery-code`, or the name of a provider. */
export type SignInMeans = string;

/** Writes down that a session has begun; a refresh begins none. */
export async function recordSignIn(
  { audit }: UserPool,
  { username }: Pick<PoolUser, 'username'>,
  caller: Caller,
  how: SignInMeans,
): Promise<void> {
  await audit.record({ action: 'signed-in', actor: { kind: 'user', name: username }, caller, details: { how } });
}

/** Writes down that a proof has failed, also where the name was nobody's: what was typed is not kept. */
export async function recordFailedSignIn(
  { audit }: UserPool,
  username: string | undefined,
  caller: Caller,
  reason: string,
): Promise<void> {
  const target = username === undefined ? {} : { target: username };
  await audit.record({ action: 'sign-in-failed', actor: { kind: 'nobody' }, caller, ...target, details: { reason } });
}
