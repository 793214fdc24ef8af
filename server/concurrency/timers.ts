export async function withTimeout<T>(timeMs: number, promise: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, timeMs, undefined);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

export async function waitAtMost(ms: number, work: Promise<unknown> | undefined): Promise<void> {
  await withTimeout(
    ms,
    Promise.resolve(work).catch(() => {}),
  );
}

export async function withDeadline<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const done = await withTimeout(
    ms,
    work.then((result) => ({ result })),
  );
  if (!done) throw new Error(`no answer within ${ms / 1000} seconds`);
  return done.result;
}

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
