import { toAccountKey } from './pool-user.repository.ts';
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

/**
 * The same for a name that may be anybody's. Who types an address learns no more than they typed; for a user name
 * something is made up that is always the same, whether or not there is such an account.
 */
export function deliveryOf({ decoys }: UserPool, name: string): CodeDelivery {
  const typed = typedAddress(name);
  if (typed !== undefined) return deliveryTo(typed);
  const [first = 0, second = 0, ...others] = decoys.digest('address', toAccountKey(name));
  return deliveryTo(`${letter(first)}${Buffer.from(others).toString('hex')}@${letter(second)}.example`);
}

/** The address that somebody has typed in place of a user name, in the form in which addresses are compared. */
export function typedAddress(name: string): string | undefined {
  const key = toAccountKey(name);
  return key.includes('@') ? key : undefined;
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
