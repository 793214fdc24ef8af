/** Anything that is kept, with what it weighs. */
export interface Weighed {
  /** In bytes. */
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

  constructor(maxBytes: number) {
    this.#proven = new Shelf(maxBytes * PROVEN_SHARE);
    this.#recent = new Shelf(maxBytes * (1 - PROVEN_SHARE));
  }

  /** In bytes. */
  get weight(): number {
    return this.#recent.weight + this.#proven.weight;
  }

  find(key: string): Answer | undefined {
    const proven = this.#proven.take(key);
    const found = proven ?? this.#recent.take(key);
    if (found) this.#put(this.#proven, key, found);
    return found;
  }

  /** Keeps an answer in the place of an older one, or as a new one. */
  keep(key: string, answer: Answer): void {
    const isProven = this.#proven.take(key) !== undefined;
    this.#recent.take(key);
    this.#put(isProven ? this.#proven : this.#recent, key, answer);
  }

  #put(shelf: Shelf<Answer>, key: string, answer: Answer): void {
    const dropped = shelf.put(key, answer);
    if (shelf === this.#recent) return;
    for (const [oldKey, old] of dropped) this.#recent.put(oldKey, old);
  }
}

/** The least recently used leave first. */
class Shelf<Answer extends Weighed> {
  readonly #maxBytes: number;
  readonly #answers = new Map<string, Answer>();
  weight = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  take(key: string): Answer | undefined {
    const answer = this.#answers.get(key);
    if (!answer) return undefined;
    this.#answers.delete(key);
    this.weight -= weightOf(key, answer);
    return answer;
  }

  /** Answers with what had to leave; that may be the new one itself. */
  put(key: string, answer: Answer): [string, Answer][] {
    this.#answers.set(key, answer);
    this.weight += weightOf(key, answer);
    const dropped: [string, Answer][] = [];
    for (const [oldKey, old] of this.#answers) {
      if (this.weight <= this.#maxBytes) break;
      this.take(oldKey);
      dropped.push([oldKey, old]);
    }
    return dropped;
  }
}

function weightOf(key: string, { weight }: Weighed): number {
  return ENTRY_BYTES + 2 * key.length + weight;
}
