import type { DatabaseConnection, Driver } from 'kysely';

export interface SemaphoreOptions {
  readonly atOnce: number;
  readonly waitMs: number;
  readonly maxWaiting: number;
}

export interface SemaphoreLoad {
  readonly most: number;
  readonly taken: number;
  readonly waiting: number;
}

/** Thrown when the database is overloaded; the call can be retried. */
export class DatabaseBusy extends Error {
  readonly code = 'DATABASE_BUSY';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DatabaseBusy';
  }
}

export class Semaphore {
  readonly #options: SemaphoreOptions;
  readonly #waiting: (() => void)[] = [];
  #taken = 0;

  constructor(options: SemaphoreOptions) {
    this.#options = options;
  }

  /** @throws {DatabaseBusy} when the queue is full or the wait too long */
  async take(): Promise<void> {
    const { atOnce, waitMs, maxWaiting } = this.#options;
    if (this.#taken < atOnce) {
      this.#taken += 1;
      return;
    }
    if (this.#waiting.length >= maxWaiting) {
      throw new DatabaseBusy(`${maxWaiting} queries are waiting for a database connection already`);
    }
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(start), 1);
        reject(
          new DatabaseBusy(
            `Waited ${waitMs} ms for a database connection: is a query running outside its open transaction?`,
          ),
        );
      }, waitMs);
      this.#waiting.push(start);
    });
  }

  get load(): SemaphoreLoad {
    return { most: this.#options.atOnce, taken: this.#taken, waiting: this.#waiting.length };
  }

  get areAwaited(): boolean {
    return this.#waiting.length > 0;
  }

  pass(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#taken -= 1;
  }
}

export function inSemaphore(driver: Driver, semaphore: Semaphore): Driver {
  const acquire = driver.acquireConnection.bind(driver);
  const release = driver.releaseConnection.bind(driver);
  return Object.assign(driver, {
    acquireConnection: async (...options: Parameters<Driver['acquireConnection']>) => {
      await semaphore.take();
      try {
        return await acquire(...options);
      } catch (error) {
        semaphore.pass();
        throw error;
      }
    },
    releaseConnection: async (connection: DatabaseConnection) => {
      await release(connection).finally(() => semaphore.pass());
    },
  });
}
