import type { Actor } from '../http/actor.ts';
import { NETWORK_FACTOR, toClientKey, toNetworkKey } from '../http/client-address.ts';
import type { Vault } from '../platform/vault.ts';
import type { GuestRequest, Guests } from './guest-cookie.ts';
import type { RateLimits } from './rate-limits.ts';

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

export interface ReaderLimits {
  readonly reader: number;
  readonly address: number;
}

interface ReaderCounts extends ReaderLimits {
  readonly network: number;
}

/** Counts addresses and networks, too, since anybody can create many readers. */
export class ReaderRateLimit {
  readonly #rateLimits: RateLimits;
  readonly #action: string;
  readonly #windowMs: number;

  constructor(rateLimits: RateLimits, { action, windowMs }: { readonly action: string; readonly windowMs: number }) {
    this.#rateLimits = rateLimits;
    this.#action = action;
    this.#windowMs = windowMs;
  }

  async consume({ readerId, addressHash, networkHash }: Reader, limits: ReaderLimits): Promise<ReaderCounts> {
    const windowMs = this.#windowMs;
    const [network = 0, address = 0, reader = 0] = await this.#rateLimits.consume([
      { kind: `${this.#action} of network`, name: networkHash, limit: NETWORK_FACTOR * limits.address, windowMs },
      { kind: `${this.#action} of address`, name: addressHash, limit: limits.address, windowMs },
      { kind: `${this.#action} of reader`, name: readerId, limit: limits.reader, windowMs },
    ]);
    return { network, address, reader };
  }
}

export function exceedsLimits(counts: ReaderCounts, limits: ReaderLimits): boolean {
  return (
    counts.reader > limits.reader || counts.address > limits.address || counts.network > NETWORK_FACTOR * limits.address
  );
}
