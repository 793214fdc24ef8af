import { type PoolUser, readRights } from './pool-user.repository.ts';
import type { UserPool } from './user-pool.ts';

/** What a client is told about an account: names and values as Cognito has them, all of them text. */
export async function userAttributesOf(
  { database }: UserPool,
  user: PoolUser,
): Promise<{ readonly Name: string; readonly Value: string }[]> {
  const { role, serviceIds } = await readRights(database.writer, user.username);
  const attributes = {
    sub: user.sub,
    name: user.attributes.name,
    email: user.email,
    email_verified: String(user.isEmailVerified),
    updated_at: user.attributes.updated_at,
    'custom:role': role,
    'custom:acceptServiceIds': serviceIds.join(','),
  };
  return Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }));
}
