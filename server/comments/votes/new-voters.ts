import type { Reader } from '../../guests/index.ts';
import { NETWORK_FACTOR } from '../../http/client-address.ts';
import type { UseCounts } from '../../limits/index.ts';

export class NewVoters {
  readonly #counts: UseCounts;
  readonly #most: number;
  readonly #windowMs: number;

  constructor(counts: UseCounts, { most, windowMs }: { readonly most: number; readonly windowMs: number }) {
    this.#counts = counts;
    this.#most = most;
    this.#windowMs = windowMs;
  }

  /**
   * Admits a voter; those who voted on the content before are always admitted.
   * @throws {HttpError} 429 when the address or network has reached the limit of new voters
   */
  async admit({ readerId, addressHash, networkHash }: Reader, content: string): Promise<void> {
    const windowMs = this.#windowMs;
    const voter = { kind: 'new voter', name: toName(readerId, content), windowMs };
    if ((await this.#counts.usesOf(voter)) > 0) return;
    const [network, address] = [networkHash, addressHash].map((hash) => hash && toName(hash, content));
    await this.#counts.takeAll([
      { kind: 'new voters of network', name: network, most: NETWORK_FACTOR * this.#most, windowMs },
      { kind: 'new voters of address', name: address, most: this.#most, windowMs },
      { ...voter, most: Number.MAX_SAFE_INTEGER },
    ]);
  }
}

function toName(who: string, content: string): string {
  return `${who} ${content}`;
}
