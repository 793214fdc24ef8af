import { atMost } from '../../platform/at-most.ts';
import { Places } from '../../platform/places.ts';

/** How many originals are fetched and worked on at once, and who may wait for that. */
const PLACES = { count: 4, maxWaiting: 200, maxWaitMs: 20_000 };
/** For how long what could not be made is not tried again, so that nobody has it tried again and again. */
const FAILED_MS = 60_000;
const MAX_FAILED = 1000;
const REST_MS = 3000;

/** What is being made of the files of one storage, each thing once however many ask for it, and what could not be. */
export class Workshop<Result> {
  readonly #making = new Map<string, Promise<Result>>();
  /** Until when, in milliseconds. */
  readonly #failed = new Map<string, number>();
  readonly #places = new Places(PLACES);
  #rests = 0;

  get isIdle(): boolean {
    return this.#making.size === 0;
  }

  /** What is being made of that name. */
  find(name: string): Promise<Result> | undefined {
    return this.#making.get(name);
  }

  /** Has several things made by one piece of work. */
  make(names: readonly string[], work: () => Promise<Result>): Promise<Result> {
    const made = work();
    for (const name of names) this.#making.set(name, made);
    const end = () => {
      for (const name of names) if (this.#making.get(name) === made) this.#making.delete(name);
    };
    made.then(end, end);
    return made;
  }

  /** Does a piece of work when it has its turn; `undefined` if that takes too long. */
  async inTurn<T>(work: () => Promise<T>): Promise<{ readonly done: T } | undefined> {
    const rests = this.#rests;
    if (!(await this.#places.take())) return undefined;
    try {
      // Nobody waits any more for what had not begun when the work was to end.
      if (rests !== this.#rests) return undefined;
      return { done: await work() };
    } finally {
      this.#places.pass();
    }
  }

  hasFailed(name: string, now: number): boolean {
    return (this.#failed.get(name) ?? 0) > now;
  }

  noteFailure(name: string, now: number): void {
    const [oldest] = this.#failed.keys();
    if (this.#failed.size >= MAX_FAILED && oldest !== undefined) this.#failed.delete(oldest);
    this.#failed.delete(name);
    this.#failed.set(name, now + FAILED_MS);
  }

  /** Gives up what has not begun, and waits for what is being made to come to an end if that is near, whatever becomes of it. */
  async rest(ms = REST_MS): Promise<void> {
    const making = [...this.#making.values()];
    this.#rests += 1;
    await atMost(ms, Promise.allSettled(making));
  }
}
