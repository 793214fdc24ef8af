import type { Reader } from '../guests/index.ts';
import type { UseCounts } from '../limits/index.ts';
import { NETWORK_FACTOR } from '../platform/client-address.ts';

/**
 * Counts who votes on a content without having been known before: from one address they may be one person who throws
 * each cookie away.
 */
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
   * Lets a reader vote on a content; whoever has done so before may change it.
   * @throws {Refusal} 429 when there have been as many new ones as there may be.
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
