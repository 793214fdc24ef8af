export type PoolName = 'reader' | 'writer';

/** The duration excludes the wait for a connection. */
export interface DoneQuery {
  readonly pool: PoolName;
  readonly seconds: number;
  readonly error?: unknown;
}

export type QueryListener = (query: DoneQuery) => void;

export class QueryWatch {
  readonly #pool: PoolName;
  readonly #listeners: QueryListener[] = [];

  constructor(pool: PoolName) {
    this.#pool = pool;
  }

  listen(listener: QueryListener): void {
    this.#listeners.push(listener);
  }

  time<T>(run: () => Promise<T>): Promise<T> {
    return this.#listeners.length > 0 ? this.#timed(run) : run();
  }

  async #timed<T>(run: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    let failure: Pick<DoneQuery, 'error'> = {};
    try {
      return await run();
    } catch (error) {
      failure = { error };
      throw error;
    } finally {
      const seconds = (performance.now() - startedAt) / 1000;
      for (const listener of this.#listeners) listener({ pool: this.#pool, seconds, ...failure });
    }
  }
}

export function queryWatches() {
  const reader = new QueryWatch('reader');
  const writer = new QueryWatch('writer');
  const listen = (listener: QueryListener) => {
    for (const one of [reader, writer]) one.listen(listener);
  };
  return { reader, writer, listen };
}
