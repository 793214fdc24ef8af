/** What goes on of uploads in one part of a form. */
export interface UploadState {
  readonly running: number;
  /** How many have failed so far. */
  readonly failed: number;
}

/** The uploads of a form, wherever in it they run, for those who have to wait for them. */
export class UploadsUnderWay {
  readonly #parts = new Map<string, UploadState>();
  #waiting: (() => void)[] = [];

  tell(part: string, state: UploadState): void {
    this.#parts.set(part, state);
    if (this.running > 0) return;
    for (const go of this.#waiting.splice(0)) go();
  }

  get running(): number {
    return this.#sum(({ running }) => running);
  }

  /** Waits until none is running; answers whether all of those arrived. */
  async settled(): Promise<boolean> {
    if (this.running === 0) return true;
    const before = this.#sum(({ failed }) => failed);
    await new Promise<void>((go) => this.#waiting.push(go));
    return this.#sum(({ failed }) => failed) <= before;
  }

  #sum(count: (state: UploadState) => number): number {
    return [...this.#parts.values()].reduce((sum, state) => sum + count(state), 0);
  }
}
