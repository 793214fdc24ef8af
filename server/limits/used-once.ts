import type { Clock } from '../platform/clock.ts';

/** Things that are remembered at once; the oldest give way. */
const MAX_REMEMBERED = 50_000;

/** Remembers in this process which things have been used up, for as long as they would still be good. */
export class UsedOnce {
  readonly #clock: Clock;
  readonly #until = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Uses a thing up, and answers whether nobody had before. */
  take(name: string, until: Date): boolean {
    if (this.#until.has(name)) return false;
    this.#until.set(name, until.getTime());
    this.#forget();
    return true;
  }

  /** Those that came first also end first, or nearly so. */
  #forget(): void {
    const now = this.#clock.now().getTime();
    for (const [name, until] of this.#until) {
      if (until > now && this.#until.size <= MAX_REMEMBERED) return;
      this.#until.delete(name);
    }
  }
}
