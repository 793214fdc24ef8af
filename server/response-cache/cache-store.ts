export interface Weighed {
  /** Bytes. Call `updateWeight` when it changes. */
  readonly weight: number;
}

const ENTRY_BYTES = 1024;
/** Share of the protected segment, for entries requested again. */
const PROTECTED_SHARE = 0.8;

/**
 * Segmented LRU: new entries can evict only entries that were requested once, so that many one-off URLs do not evict
 * popular pages.
 */
export class CacheStore<Value extends Weighed> {
  readonly #probation: Segment<Value>;
  readonly #protected: Segment<Value>;
  #dropped = 0;

  constructor(maxBytes: number) {
    this.#protected = new Segment(maxBytes * PROTECTED_SHARE);
    this.#probation = new Segment(maxBytes * (1 - PROTECTED_SHARE));
  }

  get weight(): number {
    return this.#probation.weight + this.#protected.weight;
  }

  get count(): number {
    return this.#probation.count + this.#protected.count;
  }

  get dropped(): number {
    return this.#dropped;
  }

  find(key: string): Value | undefined {
    const protectedEntry = this.#protected.touch(key);
    if (protectedEntry) return protectedEntry;
    const found = this.#probation.take(key);
    if (found) this.#put(this.#protected, key, found);
    return found;
  }

  set(key: string, value: Value): void {
    const isProtected = this.#protected.take(key) !== undefined;
    this.#probation.take(key);
    this.#put(isProtected ? this.#protected : this.#probation, key, value);
  }

  updateWeight(key: string): void {
    for (const segment of [this.#protected, this.#probation]) {
      const value = segment.take(key);
      if (value) this.#put(segment, key, value);
    }
  }

  #put(segment: Segment<Value>, key: string, value: Value): void {
    const dropped = segment.put(key, value);
    if (segment === this.#probation) this.#dropped += dropped.length;
    else for (const [oldKey, old] of dropped) this.#dropped += this.#probation.put(oldKey, old).length;
  }
}

interface SegmentEntry<Value> {
  readonly value: Value;
  readonly weight: number;
  /** Number of entries that the segment had received at the last use. */
  usedAt: number;
}

class Segment<Value extends Weighed> {
  readonly #maxBytes: number;
  readonly #entries = new Map<string, SegmentEntry<Value>>();
  weight = 0;
  #received = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get count(): number {
    return this.#entries.size;
  }

  touch(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    // The order matters only when an entry is added.
    if (entry.usedAt !== this.#received) {
      entry.usedAt = this.#received;
      this.#entries.delete(key);
      this.#entries.set(key, entry);
    }
    return entry.value;
  }

  take(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.weight -= entry.weight;
    return entry.value;
  }

  /** Returns the evicted entries, possibly the new one. */
  put(key: string, value: Value): [string, Value][] {
    const weight = ENTRY_BYTES + 2 * key.length + value.weight;
    this.#received += 1;
    this.#entries.set(key, { value, weight, usedAt: this.#received });
    this.weight += weight;
    const dropped: [string, Value][] = [];
    for (const [oldKey, old] of this.#entries) {
      if (this.weight <= this.#maxBytes) break;
      this.take(oldKey);
      dropped.push([oldKey, old.value]);
    }
    return dropped;
  }
}
