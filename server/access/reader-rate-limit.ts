import { NETWORK_FACTOR } from '../http/client-address.ts';
import type { RateLimits } from './rate-limits.ts';
import type { Reader } from './reader.ts';

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
