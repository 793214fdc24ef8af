/** Anything that is kept, with what it weighs. */
export interface Weighed {
  /** In bytes. Where it changes, `weighAgain` is to be called. */
  readonly weight: number;
}

/** What an entry costs beside its own bytes: its place in the map, its objects, its headers. */
const ENTRY_BYTES = 1024;
/** The share that is for what has been asked for again. */
const PROVEN_SHARE = 0.8;

/**
 * A memory of bounded size. What has been asked for once can only push out what was asked for once, so that a
 * thousand invented addresses do not cost readers the pages that they do read.
 */
export class AnswerStore<Answer extends Weighed> {
  readonly #recent: Shelf<Answer>;
  readonly #proven: Shelf<Answer>;
  #dropped = 0;

  constructor(maxBytes: number) {
    this.#proven = new Shelf(maxBytes * PROVEN_SHARE);
    this.#recent = new Shelf(maxBytes * (1 - PROVEN_SHARE));
  }

  /** In bytes. */
  get weight(): number {
    return this.#recent.weight + this.#proven.weight;
  }

  get count(): number {
    return this.#recent.count + this.#proven.count;
  }

  /** How many have had to leave, since there was no room. */
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

  /** Keeps an answer in the place of an older one, or as a new one. */
  keep(key: string, answer: Answer): void {
    const isProven = this.#proven.take(key) !== undefined;
    this.#recent.take(key);
    this.#put(isProven ? this.#proven : this.#recent, key, answer);
  }

  /** What is kept may have become heavier. */
  weighAgain(key: string): void {
    for (const shelf of [this.#proven, this.#recent]) {
      const answer = shelf.take(key);
      if (answer) this.#put(shelf, key, answer);
    }
  }

  #put(shelf: Shelf<Answer>, key: string, answer: Answer): void {
    const dropped = shelf.put(key, answer);
    if (shelf === this.#recent) this.#dropped += dropped.length;
    else for (const [oldKey, old] of dropped) this.#dropped += this.#recent.put(oldKey, old).length;
  }
}

interface Standing<Answer> {
  readonly answer: Answer;
  /** As it was when it was put there. */
  readonly weight: number;
}

/** The least recently used leave first. */
class Shelf<Answer extends Weighed> {
  readonly #maxBytes: number;
  readonly #standing = new Map<string, Standing<Answer>>();
  weight = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get count(): number {
    return this.#standing.size;
  }

  /** What is there becomes the most recently used. */
  touch(key: string): Answer | undefined {
    const standing = this.#standing.get(key);
    if (!standing) return undefined;
    this.#standing.delete(key);
    this.#standing.set(key, standing);
    return standing.answer;
  }

  take(key: string): Answer | undefined {
    const standing = this.#standing.get(key);
    if (!standing) return undefined;
    this.#standing.delete(key);
    this.weight -= standing.weight;
    return standing.answer;
  }

  /** Answers with what had to leave; that may be the new one itself. */
  put(key: string, answer: Answer): [string, Answer][] {
    const weight = ENTRY_BYTES + 2 * key.length + answer.weight;
    this.#standing.set(key, { answer, weight });
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
