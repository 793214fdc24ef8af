import type { Actor } from '../http/actor.ts';
import { toClientKey, toNetworkKey } from '../http/client-address.ts';
import type { Vault } from '../platform/vault.ts';
import type { Guests, Visitor } from './guests.ts';

/** Author of comments and votes: a user, a guest by cookie, or a client address for a day. */
export interface Reader {
  /** `user:{username}`, `guest:{id}` or `guest-of-day:{hash}`. */
  readonly readerId: string;
  /** True if the id is unique to the person, so that they may edit their comments. */
  readonly isOneself: boolean;
  readonly isNew: boolean;
  /** Keyed hash of the address, or of the /64 network for IPv6. Undefined for unknown addresses. */
  readonly addressHash: string | undefined;
  readonly networkHash: string | undefined;
}

export interface AsksAsReader extends Visitor {
  readonly actor: Actor | undefined;
}

/** Returns the reader of a request. API keys count as guests. */
export function readerOf(
  { guests, vault }: { readonly guests: Guests; readonly vault: Vault },
  { actor, ...visitor }: AsksAsReader,
  serviceId: string,
): Reader {
  const { address } = visitor.caller;
  const network = address === undefined ? undefined : toNetworkKey(address);
  const requestContext = {
    addressHash: address === undefined ? undefined : hashAddress(vault, toClientKey(address)),
    networkHash: network === undefined ? undefined : hashAddress(vault, network),
  };
  if (actor?.kind === 'user') {
    return { readerId: toUserReaderId(actor.username), isOneself: true, isNew: false, ...requestContext };
  }
  const { guestId, isNew } = guests.of(visitor, serviceId);
  return { readerId: guestId, isOneself: guestId.startsWith('guest:'), isNew, ...requestContext };
}

export function toUserReaderId(username: string): string {
  return `user:${username}`;
}

function hashAddress(vault: Vault, key: string): string {
  return vault.digest('address of a reader', key).subarray(0, 16).toString('base64url');
}
