import { type PoolUser, toAccountKey } from './pool-user.repository.ts';
import type { UserPool } from './user-pool.ts';

/** Where a code goes, as clients are told: nobody learns an address from it. */
export interface CodeDelivery {
  readonly Destination: string;
  readonly DeliveryMedium: 'EMAIL';
  readonly AttributeName: 'email';
}

export function deliveryTo(email: string): CodeDelivery {
  return { Destination: mask(toAccountKey(email)), DeliveryMedium: 'EMAIL', AttributeName: 'email' };
}

/** The same for a name that may be anybody's, of an account or of nobody. */
export function deliveryOf(pool: UserPool, name: string, user: PoolUser | undefined): CodeDelivery {
  return deliveryTo(mailAddressOf(pool, name, user));
}

/** Where codes for a name are sent to, and for a name of nobody something that looks like it and is always the same. */
export function mailAddressOf({ decoys }: UserPool, name: string, user: PoolUser | undefined): string {
  const key = toAccountKey(name);
  if (key.includes('@')) return key;
  if (user) return user.verifiedEmail ?? user.email;
  const [first = 0, second = 0, ...others] = decoys.digest('address', key);
  return `${letter(first)}${Buffer.from(others).toString('hex')}@${letter(second)}.example`;
}

function letter(byte: number): string {
  return String.fromCharCode(97 + (byte % 26));
}

/** `h***@e***` */
function mask(address: string): string {
  const at = address.lastIndexOf('@');
  return `${firstOf(address)}***@${firstOf(address.slice(at + 1))}***`;
}

function firstOf(text: string): string {
  return Array.from(text.slice(0, 2))[0] ?? '';
}
