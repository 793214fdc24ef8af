import { atMost } from '../../platform/at-most.ts';
import { Places } from '../../platform/places.ts';

const PLACES = { count: 4, maxWaiting: 200, maxWaitMs: 20_000 };
const FAILED_MS = 60_000;
const MAX_FAILED = 1000;
const REST_MS = 3000;

export class Workshop<Result> {
  readonly #making = new Map<string, Promise<Result>>();
  /** End of the failure period by name, in milliseconds. */
  readonly #failed = new Map<string, number>();
  readonly #places = new Places(PLACES);
  #rests = 0;

  get isIdle(): boolean {
    return this.#making.size === 0;
  }

  find(name: string): Promise<Result> | undefined {
    return this.#making.get(name);
  }

  make(names: readonly string[], work: () => Promise<Result>): Promise<Result> {
    const made = work();
    for (const name of names) this.#making.set(name, made);
    const end = () => {
      for (const name of names) if (this.#making.get(name) === made) this.#making.delete(name);
    };
    made.then(end, end);
    return made;
  }

  /** Runs a job within the concurrency limit. Returns undefined when it waited too long. */
  async inTurn<T>(work: () => Promise<T>): Promise<{ readonly done: T } | undefined> {
    const rests = this.#rests;
    if (!(await this.#places.take())) return undefined;
    try {
      // Drops jobs that had not begun when `rest` was called.
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

  /** Drops waiting jobs and waits up to `ms` milliseconds for the running ones. */
  async rest(ms = REST_MS): Promise<void> {
    const making = [...this.#making.values()];
    this.#rests += 1;
    await atMost(ms, Promise.allSettled(making));
  }
}
