export interface Weighed {
  /** Bytes. Call `weighAgain` when it changes. */
  readonly weight: number;
}

const ENTRY_BYTES = 1024;
/** Share of the protected segment, for entries requested again. */
const PROVEN_SHARE = 0.8;

/**
 * Segmented LRU: new entries can evict only entries that were requested once, so that many one-off URLs do not evict
 * popular pages.
 */
export class CacheStore<Answer extends Weighed> {
  readonly #recent: Segment<Answer>;
  readonly #proven: Segment<Answer>;
  #dropped = 0;

  constructor(maxBytes: number) {
    this.#proven = new Segment(maxBytes * PROVEN_SHARE);
    this.#recent = new Segment(maxBytes * (1 - PROVEN_SHARE));
  }

  get weight(): number {
    return this.#recent.weight + this.#proven.weight;
  }

  get count(): number {
    return this.#recent.count + this.#proven.count;
  }

  get dropped(): number {
    return this.#dropped;
  }

  find(key: string): Answer | undefined {
    const proven = this.#proven.touch(key);
    if (proven) return proven;
    const found = this.#recent.take(key);
    if (found) this.#put(this.#proven, key, found);
    return found;
  }

  keep(key: string, answer: Answer): void {
    const isProven = this.#proven.take(key) !== undefined;
    this.#recent.take(key);
    this.#put(isProven ? this.#proven : this.#recent, key, answer);
  }

  weighAgain(key: string): void {
    for (const segment of [this.#proven, this.#recent]) {
      const answer = segment.take(key);
      if (answer) this.#put(segment, key, answer);
    }
  }

  #put(segment: Segment<Answer>, key: string, answer: Answer): void {
    const dropped = segment.put(key, answer);
    if (segment === this.#recent) this.#dropped += dropped.length;
    else for (const [oldKey, old] of dropped) this.#dropped += this.#recent.put(oldKey, old).length;
  }
}

interface Standing<Answer> {
  readonly answer: Answer;
  readonly weight: number;
  /** Number of entries that the segment had received at the last use. */
  usedAt: number;
}

class Segment<Answer extends Weighed> {
  readonly #maxBytes: number;
  readonly #standing = new Map<string, Standing<Answer>>();
  weight = 0;
  #received = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get count(): number {
    return this.#standing.size;
  }

  touch(key: string): Answer | undefined {
    const standing = this.#standing.get(key);
    if (!standing) return undefined;
    // The order matters only when an entry is added.
    if (standing.usedAt !== this.#received) {
      standing.usedAt = this.#received;
      this.#standing.delete(key);
      this.#standing.set(key, standing);
    }
    return standing.answer;
  }

  take(key: string): Answer | undefined {
    const standing = this.#standing.get(key);
    if (!standing) return undefined;
    this.#standing.delete(key);
    this.weight -= standing.weight;
    return standing.answer;
  }

  /** Returns the evicted entries, possibly the new one. */
  put(key: string, answer: Answer): [string, Answer][] {
    const weight = ENTRY_BYTES + 2 * key.length + answer.weight;
    this.#received += 1;
    this.#standing.set(key, { answer, weight, usedAt: this.#received });
    this.weight += weight;
    const dropped: [string, Answer][] = [];
    for (const [oldKey, old] of this.#standing) {
      if (this.weight <= this.#maxBytes) break;
      this.take(oldKey);
      dropped.push([oldKey, old.answer]);
    }
    return dropped;
  }
}
