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
    'custom:acceptServiceIds': mirrorServiceIds(serviceIds),
  };
  return Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }));
}

/** The longest attribute that Cognito takes. */
const MAX_ATTRIBUTE_LENGTH = 2048;

/**
 * Accepted services as clients read them: as many whole ids as an attribute holds, so that no token outgrows a header.
 * Rights are decided by the database and never by this.
 */
export function mirrorServiceIds(serviceIds: readonly string[]): string {
  let mirrored = '';
  for (const serviceId of serviceIds) {
    const longer = mirrored === '' ? serviceId : `${mirrored},${serviceId}`;
    if (longer.length > MAX_ATTRIBUTE_LENGTH) break;
    mirrored = longer;
  }
  return mirrored;
}
