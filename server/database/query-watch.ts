/** Those who read and those who write are served apart. */
export type PoolName = 'reader' | 'writer';

/** A statement that is done: how long the database had it, without the wait for a connection. */
export interface DoneQuery {
  readonly pool: PoolName;
  readonly seconds: number;
  readonly hasFailed: boolean;
}

export type QueryListener = (query: DoneQuery) => void;

/** Times the statements of one pool from the moment on in which somebody wants to know. */
export class QueryWatch {
  readonly #pool: PoolName;
  #listener: QueryListener | undefined;

  constructor(pool: PoolName) {
    this.#pool = pool;
  }

  listen(listener: QueryListener): void {
    this.#listener = listener;
  }

  time<T>(run: () => Promise<T>): Promise<T> {
    return this.#listener ? this.#timed(this.#listener, run) : run();
  }

  async #timed<T>(listener: QueryListener, run: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    let hasFailed = true;
    try {
      const result = await run();
      hasFailed = false;
      return result;
    } finally {
      listener({ pool: this.#pool, seconds: (performance.now() - startedAt) / 1000, hasFailed });
    }
  }
}

/** A watch over the statements of those who read, and one over those of those who write. */
export function queryWatches() {
  const [reader, writer] = [new QueryWatch('reader'), new QueryWatch('writer')];
  const listen = (listener: QueryListener) => {
    for (const one of [reader, writer]) one.listen(listener);
  };
  return { reader, writer, listen };
}
