export interface UploadState {
  readonly running: number;
  readonly failed: number;
}

/** Tracks the uploads of all parts of a form, so that saving can wait for them. */
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

  /** Waits for all running uploads; resolves to false when one of them failed. */
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
