/** Timer that `ring` ends early. A ring before the wait counts too. */
export class WakeableTimer {
  #isRung = false;
  #answer = () => {};

  ring(): void {
    this.#isRung = true;
    this.#answer();
  }

  async rangWithin(delayMs: number): Promise<boolean> {
    if (!this.#isRung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, delayMs);
        this.#answer = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    const isRung = this.#isRung;
    this.#isRung = false;
    return isRung;
  }
}
