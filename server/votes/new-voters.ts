import type { Reader } from '../guests/index.ts';
import { NETWORK_FACTOR } from '../platform/client-address.ts';
import type { Clock } from '../platform/clock.ts';
import { Limit, takeAll } from '../platform/limit.ts';

/**
 * Counts who votes on a content without having been known before: from one address they may be one person who throws
 * each cookie away.
 */
export class NewVoters {
  readonly #most: number;
  readonly #networks: Limit;
  readonly #addresses: Limit;
  readonly #voters: Limit;

  constructor(clock: Clock, { most, windowMs }: { readonly most: number; readonly windowMs: number }) {
    this.#most = most;
    this.#networks = new Limit(clock, { windowMs });
    this.#addresses = new Limit(clock, { windowMs });
    this.#voters = new Limit(clock, { windowMs });
  }

  /**
   * Lets a reader vote on a content; whoever has done so before may change it.
   * @throws {Refusal} 429 when there have been as many new ones as there may be.
   */
  admit({ readerId, addressHash, networkHash }: Reader, content: string): void {
    const voter = toName(readerId, content);
    if (this.#voters.usesOf(voter) > 0) return;
    takeAll([
      { limit: this.#networks, name: networkHash && toName(networkHash, content), most: NETWORK_FACTOR * this.#most },
      { limit: this.#addresses, name: addressHash && toName(addressHash, content), most: this.#most },
    ]);
    this.#voters.count(voter);
  }
}

function toName(who: string, content: string): string {
  return `${who} ${content}`;
}
