import type { Db } from '../database/connect.ts';
import type { Actor } from '../http/actor.ts';
import { findActor } from '../users/index.ts';
import type { PoolUser } from './pool-user.repository.ts';
import type { UserPool } from './user-pool.ts';

export async function userAttributesOf(
  { database }: UserPool,
  user: PoolUser,
): Promise<{ readonly Name: string; readonly Value: string }[]> {
  const { role, serviceIds } = await rightsOf(database.writer, user.username);
  const attributes = {
    sub: user.sub,
    ...user.attributes,
    email: user.email,
    email_verified: String(user.isEmailVerified),
    'custom:role': role,
    'custom:acceptServiceIds': mirrorServiceIds(serviceIds),
  };
  return Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }));
}

const MAX_TOKEN_BYTES = 2000;

/** Returns the attributes for an ID token, shortest first, as many as fit. `GetUser` returns all. */
export function attributesForToken({ attributes }: Pick<PoolUser, 'attributes'>): Record<string, string> {
  const sizeOf = (entry: readonly string[]) => Buffer.byteLength(JSON.stringify(entry));
  const { name, updated_at, ...others } = attributes;
  const carried: Record<string, string> = { name, updated_at };
  let left = MAX_TOKEN_BYTES - sizeOf(Object.entries(carried).flat());
  for (const entry of Object.entries(others).sort((a, b) => sizeOf(a) - sizeOf(b))) {
    left -= sizeOf(entry);
    if (left < 0) break;
    carried[entry[0]] = entry[1];
  }
  return carried;
}

export async function rightsOf(db: Db, username: string): Promise<Pick<Actor, 'role' | 'serviceIds'>> {
  return (await findActor(db, username)) ?? { role: 'normal', serviceIds: [] };
}

export const MAX_ATTRIBUTE_LENGTH = 2048;

/** Joins service ids up to the maximum attribute length. Informational only: rights are checked in the database. */
export function mirrorServiceIds(serviceIds: readonly string[]): string {
  let mirrored = '';
  for (const serviceId of serviceIds) {
    const longer = mirrored === '' ? serviceId : `${mirrored},${serviceId}`;
    if (longer.length > MAX_ATTRIBUTE_LENGTH) break;
    mirrored = longer;
  }
  return mirrored;
}
