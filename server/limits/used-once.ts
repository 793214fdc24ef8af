import type { Clock } from '../platform/clock.ts';

const MAX_REMEMBERED = 50_000;

export class UsedOnce {
  readonly #clock: Clock;
  readonly #until = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns false if the value was used before. */
  take(name: string, until: Date): boolean {
    if (this.#until.has(name)) return false;
    this.#until.set(name, until.getTime());
    this.#forget();
    return true;
  }

  #forget(): void {
    const now = this.#clock.now().getTime();
    for (const [name, until] of this.#until) {
      if (until > now && this.#until.size <= MAX_REMEMBERED) return;
      this.#until.delete(name);
    }
  }
}
