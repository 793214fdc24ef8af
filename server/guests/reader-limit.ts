import type { UseCounts } from '../limits/index.ts';
import { NETWORK_FACTOR } from '../platform/client-address.ts';
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
  readonly #counts: UseCounts;
  readonly #deed: string;
  readonly #windowMs: number;

  constructor(counts: UseCounts, { deed, windowMs }: { readonly deed: string; readonly windowMs: number }) {
    this.#counts = counts;
    this.#deed = deed;
    this.#windowMs = windowMs;
  }

  /**
   * Counts one more use, and says how many that makes.
   * @throws {Refusal} 429 when there have been as many as there may be; it counts for nothing.
   */
  async take({ readerId, addressHash, networkHash }: Reader, most: ReaderBounds): Promise<ReaderUses> {
    const windowMs = this.#windowMs;
    const [network = 0, address = 0, reader = 0] = await this.#counts.takeAll([
      { kind: `${this.#deed} of network`, name: networkHash, most: NETWORK_FACTOR * most.address, windowMs },
      { kind: `${this.#deed} of address`, name: addressHash, most: most.address, windowMs },
      { kind: `${this.#deed} of reader`, name: readerId, most: most.reader, windowMs },
    ]);
    return { network, address, reader };
  }
}

export function isMoreThan(uses: ReaderUses, bounds: ReaderBounds): boolean {
  return uses.reader > bounds.reader || uses.address > bounds.address || uses.network > NETWORK_FACTOR * bounds.address;
}
