import type { Actor } from '../platform/actor.ts';
import { toClientKey } from '../platform/client-address.ts';
import type { Vault } from '../platform/vault.ts';
import type { Guests, Visitor } from './guests.ts';

/** Whoever comments or votes: a user, a guest by their cookie, or for a day whoever comes from an address. */
export interface Reader {
  /** `user:{username}`, `guest:{id}` or `guest-of-day:{hash}`. */
  readonly readerId: string;
  /** Whether nobody else can have the same id, so that what it has said is its own. */
  readonly isOneself: boolean;
  /** The same for all that comes from one address, or one IPv6 network; nothing where no address is known. */
  readonly addressHash: string | undefined;
}

export interface AsksAsReader extends Visitor {
  readonly actor: Actor | undefined;
}

/** Who asks on a service. A program with an API key speaks for nobody: what it says is said by a guest. */
export function readerOf(
  { guests, vault }: { readonly guests: Guests; readonly vault: Vault },
  { actor, ...visitor }: AsksAsReader,
  serviceId: string,
): Reader {
  const { address } = visitor.caller;
  const addressHash = address === undefined ? undefined : hashAddress(vault, address);
  if (actor?.kind === 'user') return { readerId: toUserReaderId(actor.username), isOneself: true, addressHash };
  const { guestId } = guests.of(visitor, serviceId);
  return { readerId: guestId, isOneself: guestId.startsWith('guest:'), addressHash };
}

export function toUserReaderId(username: string): string {
  return `user:${username}`;
}

function hashAddress(vault: Vault, address: string): string {
  return vault.digest('address of a reader', toClientKey(address)).subarray(0, 16).toString('base64url');
}
