/** Timer that `wake` ends early. A call before the wait counts too. */
export class WakeableTimer {
  #isWoken = false;
  #wakeSleeper = () => {};

  wake(): void {
    this.#isWoken = true;
    this.#wakeSleeper();
  }

  async wasWokenWithin(delayMs: number): Promise<boolean> {
    if (!this.#isWoken) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, delayMs);
        this.#wakeSleeper = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    const isWoken = this.#isWoken;
    this.#isWoken = false;
    return isWoken;
  }
}
