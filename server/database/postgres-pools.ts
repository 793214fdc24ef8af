import { randomUUID } from 'node:crypto';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  type TransactionSettings,
} from 'kysely';
import pg from 'pg';
import type { Semaphore, SemaphoreLoad } from '../concurrency/semaphore.ts';
import { beginActivities, type Commits, commitOf, noticeOf, readNotice } from './commits.ts';
import { DatabaseUnavailable, isLostConnection } from './database-unavailable.ts';
import { type KeepWatchOptions, type Outage, PostgresWatch, streamOf } from './postgres-watch.ts';
import { databaseSemaphore, inSemaphore } from './semaphore.ts';

export type PoolName = 'reader' | 'writer';

export interface PostgresTarget {
  readonly engine: 'postgres';
  readonly url: string;
  readonly poolSize?: number;
  /** Uses LISTEN and NOTIFY to share commits between processes. Not every connection pooler supports them. */
  readonly isNotifying?: boolean;
}

interface PoolsOptions {
  readonly waitMs?: number;
  readonly lockWaitMs?: number;
  readonly statementTimeoutMs?: number;
  readonly onError?: (error: Error) => void;
  readonly createPool?: (config: pg.PoolConfig) => pg.Pool;
  readonly commits: Commits;
  readonly maxWaitingWriters: number;
}

const CONNECT_MS = 3000;

export class PostgresPools {
  readonly #target: PostgresTarget;
  readonly #options: PoolsOptions;
  readonly #clients = new Set<pg.PoolClient>();
  /** Identifies own notifications, whose commits are known already. */
  readonly #sender = randomUUID();
  readonly #semaphores = new Map<PoolName, Semaphore>();
  #notifying: 'untried' | 'accepted' | 'rejected' = 'untried';
  #notificationCount = 0;
  #notificationError: Error | undefined;
  #onNotificationsLost: ((reason: Error) => void) | undefined;
  #watch: PostgresWatch | undefined;

  constructor(target: PostgresTarget, options: PoolsOptions) {
    this.#target = target;
    this.#options = options;
  }

  open(name: PoolName): PostgresDialect {
    const { url, poolSize = 10 } = this.#target;
    const { waitMs = 10_000, lockWaitMs = 5000, statementTimeoutMs = 30_000, maxWaitingWriters } = this.#options;
    const { createPool = (config) => new pg.Pool(config) } = this.#options;
    const pool = createPool({
      connectionString: url,
      max: poolSize,
      connectionTimeoutMillis: Math.min(waitMs, CONNECT_MS),
      statement_timeout: statementTimeoutMs,
      ...(name === 'writer' && { lock_timeout: lockWaitMs }),
      application_name: 'kawaraban',
    });
    pool.on('error', (error) => this.#noteIdleLoss(error));
    pool.on('connect', (client) => {
      this.#clients.add(client);
      // Ignores connections lost between two queries of a transaction. The next query fails.
      client.on('error', () => {});
    });
    pool.on('remove', (client) => void this.#clients.delete(client));
    const maxWaiting = name === 'writer' ? maxWaitingWriters : Number.POSITIVE_INFINITY;
    const semaphore = databaseSemaphore({ count: poolSize, waitMs, maxWaiting });
    this.#semaphores.set(name, semaphore);
    return new WatchedPostgresDialect({ pool }, { semaphore, pools: this });
  }

  load(): Readonly<Record<PoolName, SemaphoreLoad>> {
    const none = { most: 0, taken: 0, waiting: 0 };
    return {
      reader: this.#semaphores.get('reader')?.load ?? none,
      writer: this.#semaphores.get('writer')?.load ?? none,
    };
  }

  keepWatch({ onUnavailable, onAvailable, onNotificationsLost }: KeepWatchOptions): void {
    const { url, isNotifying = true } = this.#target;
    this.#onNotificationsLost ??= onNotificationsLost;
    if (this.#notificationError) onNotificationsLost?.(this.#notificationError);
    this.#watch ??= new PostgresWatch({
      url,
      isListening: isNotifying,
      // The committing process handles side effects of its commits.
      onNotice: (change) =>
        this.#options.commits.report({ change, raised: new Set(), hasQueuedEvents: false, isOwn: false }),
      onUnavailable: (reason) => {
        // Otherwise pending queries would wait until the connection times out.
        for (const client of this.#clients) streamOf(client)?.destroy();
        onUnavailable(reason);
      },
      onAvailable,
      onNotificationsLost: (reason) => this.#reportNotificationsLost(reason),
      read: (payload) => readNotice(payload, this.#sender),
    });
  }

  async endWatch(): Promise<void> {
    await this.#watch?.stop();
  }

  outage(): Outage | undefined {
    return this.#watch?.outage();
  }

  async findOutage(): Promise<boolean> {
    return (await this.#watch?.findOutage()) ?? false;
  }

  requireAvailable(): void {
    if (this.outage()) throw new DatabaseUnavailable();
  }

  async ask<T>(work: () => Promise<T>): Promise<T> {
    try {
      const answer = await work();
      this.#watch?.noteAnswer();
      return answer;
    } catch (error) {
      throw isLostConnection(error) ? new DatabaseUnavailable({ cause: error }) : error;
    }
  }

  /**
   * Commits and notifies other processes in one round trip. Notifies own listeners before the caller gets the result.
   */
  async commit(connection: DatabaseConnection, commit: () => Promise<void>): Promise<void> {
    const committed = commitOf(connection);
    this.#notificationCount += 1;
    const number = this.#notificationCount;
    const isNotifying = this.#target.isNotifying !== false && this.#notifying !== 'rejected';
    const notice = isNotifying ? noticeOf(committed.change, { sender: this.#sender, number }) : undefined;
    const step = async () => {
      if (notice !== undefined && this.#notifying === 'accepted') {
        await connection.executeQuery(CompiledQuery.raw(`${notice}; commit`));
      } else {
        if (notice !== undefined) await this.#tryToNotify(connection, notice);
        await commit();
      }
      if (notice !== undefined && this.#notifying === 'accepted') this.#watch?.expectNotice(number);
    };
    // A commit whose response was lost may have succeeded.
    await step().finally(() => this.#options.commits.report(committed));
  }

  /** The savepoint keeps the transaction usable if NOTIFY fails. */
  async #tryToNotify(connection: DatabaseConnection, notice: string): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('savepoint notifying'));
    try {
      await connection.executeQuery(CompiledQuery.raw(notice));
      this.#notifying = 'accepted';
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error;
      await connection.executeQuery(CompiledQuery.raw('rollback to savepoint notifying'));
      this.#notifying = 'rejected';
      this.#reportNotificationsLost(error);
    }
  }

  #reportNotificationsLost(reason: Error): void {
    if (this.#notificationError) return;
    this.#notificationError = reason;
    this.#onNotificationsLost?.(reason);
  }

  #noteIdleLoss(error: Error): void {
    const { onError = () => {} } = this.#options;
    const report = (isAway: boolean) => isAway || onError(error);
    if (this.#watch && isLostConnection(error)) void this.findOutage().then(report);
    else onError(error);
  }
}

interface Watched {
  readonly semaphore: Semaphore;
  readonly pools: PostgresPools;
}

class WatchedPostgresDialect extends PostgresDialect {
  readonly #watched: Watched;

  constructor(config: PostgresDialectConfig, watched: Watched) {
    super({ ...config, onCreateConnection: async (connection) => watchQueriesOf(connection, watched) });
    this.#watched = watched;
  }

  override createDriver(): Driver {
    const { semaphore, pools } = this.#watched;
    const unbounded = super.createDriver();
    const acquire = unbounded.acquireConnection.bind(unbounded);
    const driver = inSemaphore(
      Object.assign(unbounded, {
        acquireConnection: async (...options: Parameters<Driver['acquireConnection']>) => {
          pools.requireAvailable();
          return pools.ask(() => acquire(...options));
        },
      }),
      semaphore,
    );
    const begin = driver.beginTransaction.bind(driver);
    const commit = driver.commitTransaction.bind(driver);
    return Object.assign(driver, {
      beginTransaction: async (connection: DatabaseConnection, settings: TransactionSettings) => {
        await begin(connection, settings);
        beginActivities(connection);
      },
      commitTransaction: (connection: DatabaseConnection) => pools.commit(connection, () => commit(connection)),
    });
  }
}

function watchQueriesOf(connection: DatabaseConnection, { pools }: Watched): void {
  const execute = connection.executeQuery.bind(connection);
  connection.executeQuery = (query, options) => pools.ask(() => execute(query, options));
}
