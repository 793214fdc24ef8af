import { NETWORK_FACTOR } from '../http/client-address.ts';
import type { UseCounts } from '../limits/index.ts';
import type { Reader } from './reader.ts';

export interface ReaderBounds {
  readonly reader: number;
  readonly address: number;
}

export interface ReaderUses extends ReaderBounds {
  readonly network: number;
}

/** Counts actions per reader, address and network. Readers are counted separately, since anybody can create many. */
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
   * Counts an action and returns the totals.
   * @throws {HttpError} 429 when a limit is reached. Nothing is counted then.
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
