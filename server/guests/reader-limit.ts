import { NETWORK_FACTOR } from '../platform/client-address.ts';
import type { Clock } from '../platform/clock.ts';
import { Limit, takeAll } from '../platform/limit.ts';
import type { Reader } from './reader.ts';

/** So many of one reader, and so many from one address. */
export interface ReaderBounds {
  readonly reader: number;
  readonly address: number;
}

export interface ReaderUses extends ReaderBounds {
  readonly network: number;
}

/**
 * Counts what readers do: each by themselves, and all together who come from one address or one network. Readers are
 * remembered apart, since whoever likes can be many of them.
 */
export class ReaderLimit {
  readonly #networks: Limit;
  readonly #addresses: Limit;
  readonly #readers: Limit;

  constructor(clock: Clock, window: { readonly windowMs: number }) {
    this.#networks = new Limit(clock, window);
    this.#addresses = new Limit(clock, window);
    this.#readers = new Limit(clock, window);
  }

  /**
   * Counts one more use, and says how many that makes.
   * @throws {Refusal} 429 when there have been as many as there may be; it counts for nothing.
   */
  take({ readerId, addressHash, networkHash }: Reader, most: ReaderBounds): ReaderUses {
    const [network = 0, address = 0, reader = 0] = takeAll([
      { limit: this.#networks, name: networkHash, most: NETWORK_FACTOR * most.address },
      { limit: this.#addresses, name: addressHash, most: most.address },
      { limit: this.#readers, name: readerId, most: most.reader },
    ]);
    return { network, address, reader };
  }
}

export function isMoreThan(uses: ReaderUses, bounds: ReaderBounds): boolean {
  return uses.reader > bounds.reader || uses.address > bounds.address || uses.network > NETWORK_FACTOR * bounds.address;
}
