import { toAccountKey } from './pool-user.repository.ts';
import type { UserPool } from './user-pool.ts';

export interface CodeDelivery {
  readonly Destination: string;
  readonly DeliveryMedium: 'EMAIL';
  readonly AttributeName: 'email';
}

export function deliveryTo(email: string): CodeDelivery {
  return { Destination: mask(toAccountKey(email)), DeliveryMedium: 'EMAIL', AttributeName: 'email' };
}

/**
 * Returns the destination for any name. A typed address is masked; for a user name a fake address is derived, stable
 * whether or not the account exists.
 */
export function deliveryOf({ decoys }: UserPool, name: string): CodeDelivery {
  const typed = typedAddress(name);
  if (typed !== undefined) return deliveryTo(typed);
  const [first = 0, second = 0, ...others] = decoys.digest('address', toAccountKey(name));
  return deliveryTo(`${letter(first)}${Buffer.from(others).toString('hex')}@${letter(second)}.example`);
}

export function typedAddress(name: string): string | undefined {
  const key = toAccountKey(name);
  return key.includes('@') ? key : undefined;
}

function letter(byte: number): string {
  return String.fromCharCode(97 + (byte % 26));
}

function mask(address: string): string {
  const at = address.lastIndexOf('@');
  return `${firstOf(address)}***@${firstOf(address.slice(at + 1))}***`;
}

function firstOf(text: string): string {
  return Array.from(text.slice(0, 2))[0] ?? '';
}
