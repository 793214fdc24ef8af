import type { Actor } from '../platform/actor.ts';
import { toClientKey, toNetworkKey } from '../platform/client-address.ts';
import type { Vault } from '../platform/vault.ts';
import type { Guests, Visitor } from './guests.ts';

/** Whoever comments or votes: a user, a guest by their cookie, or for a day whoever comes from an address. */
export interface Reader {
  /** `user:{username}`, `guest:{id}` or `guest-of-day:{hash}`. */
  readonly readerId: string;
  /** Whether nobody else can have the same id, so that what it has said is its own. */
  readonly isOneself: boolean;
  /** Whether it is a guest of a moment ago, or one who keeps no cookie. */
  readonly isNew: boolean;
  /** The same for all that comes from one address, or one IPv6 line (`/64`); nothing where no address is known. */
  readonly addressHash: string | undefined;
  /** The same for all that comes from one IPv6 network (`/48`). */
  readonly networkHash: string | undefined;
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
  const network = address === undefined ? undefined : toNetworkKey(address);
  const whence = {
    addressHash: address === undefined ? undefined : hashAddress(vault, toClientKey(address)),
    networkHash: network === undefined ? undefined : hashAddress(vault, network),
  };
  if (actor?.kind === 'user') {
    return { readerId: toUserReaderId(actor.username), isOneself: true, isNew: false, ...whence };
  }
  const { guestId, isNew } = guests.of(visitor, serviceId);
  return { readerId: guestId, isOneself: guestId.startsWith('guest:'), isNew, ...whence };
}

export function toUserReaderId(username: string): string {
  return `user:${username}`;
}

function hashAddress(vault: Vault, key: string): string {
  return vault.digest('address of a reader', key).subarray(0, 16).toString('base64url');
}
