import type { Db } from '../database/connect.ts';
import type { Actor } from '../platform/actor.ts';
import { findActor } from '../users/index.ts';
import type { PoolUser } from './pool-user.repository.ts';
import type { UserPool } from './user-pool.ts';

/** What a client is told about an account: names and values as Cognito has them, all of them text. */
export async function userAttributesOf(
  { database }: UserPool,
  user: PoolUser,
): Promise<{ readonly Name: string; readonly Value: string }[]> {
  const { role, serviceIds } = await rightsOf(database.writer, user.username);
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

/** What an account may do, as clients are told it. */
export async function rightsOf(db: Db, username: string): Promise<Pick<Actor, 'role' | 'serviceIds'>> {
  return (await findActor(db, username)) ?? { role: 'normal', serviceIds: [] };
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
