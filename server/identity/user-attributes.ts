import { z } from 'zod';
import { text } from '#contract/text.ts';
import { invalidParameter, notAuthorized } from './cognito-error.ts';
import type { PoolUser, PoolUserAttributes } from './pool-user.repository.ts';
import { MAX_ATTRIBUTE_LENGTH, mirrorServiceIds, rightsOf } from './tokens.ts';
import type { UserPool } from './user-pool.ts';

const MAX_NAME_LENGTH = 256;

/** An empty value deletes the attribute. */
const patterns: ReadonlyMap<string, RegExp> = new Map([
  ['name', new RegExp(`^.{0,${MAX_NAME_LENGTH}}$`, 's')],
  ['updated_at', /^\d{1,12}$|^$/],
  ['birthdate', /^\d{4}-\d{2}-\d{2}$|^$/],
  ...[
    'email',
    'picture',
    'locale',
    'zoneinfo',
    'nickname',
    'preferred_username',
    'given_name',
    'family_name',
    'profile',
    'website',
    'gender',
  ].map((name) => [name, /^/] as const),
]);

export const attributeNames: readonly string[] = [...patterns.keys()];

export const AttributeList = z
  .array(z.object({ Name: text({ min: 1, max: 256 }), Value: text({ max: MAX_ATTRIBUTE_LENGTH }).nullish() }))
  .max(50)
  .nullish();

export function readAttributes(list: z.infer<typeof AttributeList>): ReadonlyMap<string, string> {
  const written = new Map((list ?? []).map(({ Name: name, Value }) => [name, Value ?? '']));
  requireWritable([...written.keys()]);
  for (const [name, value] of written) {
    if (!patterns.get(name)?.test(value)) {
      throw invalidParameter(`Attributes did not conform to the schema: ${name}: Invalid value.`);
    }
  }
  const email = written.get('email');
  if (email !== undefined && !isEmail(email)) throw invalidParameter('Invalid email address format.');
  return written;
}

export function requireWritable(names: readonly string[]): void {
  if (!names.every((name) => patterns.has(name))) {
    throw notAuthorized('A client attempted to write unauthorized attribute');
  }
}

export function isEmail(text: string): boolean {
  return z.email().max(254).safeParse(text).success;
}

export function writeAttributes(
  { attributes, email }: Pick<PoolUser, 'attributes' | 'email'>,
  written: ReadonlyMap<string, string>,
  now: Date,
): PoolUserAttributes {
  const { email: _, ...changes } = Object.fromEntries(written);
  const { name, updated_at, ...others } = { ...attributes, updated_at: '', ...changes };
  return {
    name: name || email,
    updated_at: updated_at || String(Math.floor(now.getTime() / 1000)),
    ...Object.fromEntries(Object.entries(others).filter(([, value]) => value !== '')),
  };
}

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
