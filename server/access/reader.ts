import type { Actor } from '../http/actor.ts';
import { toClientKey, toNetworkKey } from '../http/client-address.ts';
import type { Vault } from '../platform/vault.ts';
import type { GuestRequest, Guests } from './guest-cookie.ts';

/** Author of comments and votes: a user, a guest by cookie, or a client address for a day. */
export interface Reader {
  /** `user:{username}`, `guest:{id}` or `guest-of-day:{hash}`. */
  readonly readerId: string;
  /** True if the id is unique to the person, so that they may edit their comments. */
  readonly isIdentified: boolean;
  readonly isNew: boolean;
  /** Keyed hash of the address, or of the /64 network for IPv6. Undefined for unknown addresses. */
  readonly addressHash: string | undefined;
  readonly networkHash: string | undefined;
}

export interface ReaderRequest extends GuestRequest {
  readonly actor: Actor | undefined;
}

/** API keys count as guests. */
export function readerOf(
  { guests, vault }: { readonly guests: Guests; readonly vault: Vault },
  { actor, browser, caller }: ReaderRequest,
  serviceId: string,
): Reader {
  const { address } = caller;
  const network = address === undefined ? undefined : toNetworkKey(address);
  const addressHash = address === undefined ? undefined : hashAddress(vault, toClientKey(address));
  const networkHash = network === undefined ? undefined : hashAddress(vault, network);
  if (actor?.kind === 'user') {
    return { readerId: toUserReaderId(actor.username), isIdentified: true, isNew: false, addressHash, networkHash };
  }
  const { guestId, isNew } = guests.find({ browser, caller }, serviceId);
  return { readerId: guestId, isIdentified: guestId.startsWith('guest:'), isNew, addressHash, networkHash };
}

export function toUserReaderId(username: string): string {
  return `user:${username}`;
}

function hashAddress(vault: Vault, key: string): string {
  return vault.digest('address of a reader', key).subarray(0, 16).toString('base64url');
}
