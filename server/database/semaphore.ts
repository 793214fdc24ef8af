import type { DatabaseConnection, Driver } from 'kysely';
import { Semaphore } from '../concurrency/semaphore.ts';

interface DatabaseSemaphoreOptions {
  readonly count: number;
  readonly waitMs: number;
  readonly maxWaiting: number;
}

/** Thrown when the database is overloaded; the call can be retried. */
export class DatabaseBusy extends Error {
  readonly code = 'DATABASE_BUSY';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DatabaseBusy';
  }
}

export function databaseSemaphore({ count, waitMs, maxWaiting }: DatabaseSemaphoreOptions): Semaphore {
  const messages = {
    full: `${maxWaiting} queries are waiting for a database connection already`,
    late: `Waited ${waitMs} ms for a database connection: is a query running outside its open transaction?`,
  };
  return new Semaphore({
    count,
    maxWaiting,
    maxWaitMs: waitMs,
    toError: (reason) => new DatabaseBusy(messages[reason]),
  });
}

export function inSemaphore(driver: Driver, semaphore: Semaphore): Driver {
  const acquire = driver.acquireConnection.bind(driver);
  const release = driver.releaseConnection.bind(driver);
  return Object.assign(driver, {
    acquireConnection: async (...options: Parameters<Driver['acquireConnection']>) => {
      await semaphore.acquire();
      try {
        return await acquire(...options);
      } catch (error) {
        semaphore.release();
        throw error;
      }
    },
    releaseConnection: async (connection: DatabaseConnection) => {
      await release(connection).finally(() => semaphore.release());
    },
  });
}
