import type { Clock } from '../../platform/clock.ts';

/** Solutions that are remembered at once; the oldest give way. */
const MAX_REMEMBERED = 50_000;

/** Remembers which solutions have been used, for as long as they would still be good. */
export class UsedProofs {
  readonly #clock: Clock;
  readonly #until = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Uses a solution up, and answers whether nobody had before. */
  use(signature: string, until: Date): boolean {
    if (this.#until.has(signature)) return false;
    this.#until.set(signature, until.getTime());
    this.#forget();
    return true;
  }

  /** Those that came first also end first, or nearly so. */
  #forget(): void {
    const now = this.#clock.now().getTime();
    for (const [signature, until] of this.#until) {
      if (until > now && this.#until.size <= MAX_REMEMBERED) return;
      this.#until.delete(signature);
    }
  }
}
