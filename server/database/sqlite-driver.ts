import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  SelectQueryNode,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely';
import type { Semaphore } from '../concurrency/semaphore.ts';
import { beginActivities, type Commit, commitOf, unknownCommit } from './commits.ts';
import { DatabaseBusy } from './semaphore.ts';

interface ConnectionOptions {
  readonly waitMs: number;
  readonly isTransacting: () => boolean;
  readonly onCommit: (commit: Commit) => void;
}

export interface SharedDriverOptions extends SqliteDialectConfig, ConnectionOptions {
  readonly semaphore: Semaphore;
  /** Resolves when all commits so far survive a power cut. */
  readonly settled: () => Promise<void>;
  readonly beforeClose: () => Promise<void>;
}

/** Kysely's driver for one connection that callers use in turn. */
export class SharedSqliteDriver extends SqliteDriver {
  readonly #options: SharedDriverOptions;
  #connection: SharedConnection | undefined;

  constructor(options: SharedDriverOptions) {
    super(options);
    this.#options = options;
  }

  override async init(): Promise<void> {
    await super.init();
    this.#connection = new SharedConnection(await super.acquireConnection(), this.#options);
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    await this.#options.semaphore.acquire();
    return this.#connection as SharedConnection;
  }

  /** Waits for the disk, but lets the next caller use the connection meanwhile. */
  override async releaseConnection(): Promise<void> {
    const hasWritten = this.#connection?.takeHasWritten();
    this.#options.semaphore.release();
    if (hasWritten) await this.#options.settled();
  }

  /** Takes the write lock at once, so that a transaction waits at its start and not in the middle. */
  override async beginTransaction(connection: SharedConnection): Promise<void> {
    connection.isInTransaction = true;
    try {
      await connection.executeQuery(CompiledQuery.raw('begin immediate'));
    } catch (error) {
      connection.endTransaction();
      throw error;
    }
    beginActivities(connection);
  }

  override async commitTransaction(connection: SharedConnection): Promise<void> {
    const commit = commitOf(connection);
    await connection.executeQuery(CompiledQuery.raw('commit'));
    connection.endTransaction();
    connection.noteCommit(commit);
  }

  override async rollbackTransaction(connection: SharedConnection): Promise<void> {
    try {
      if (!connection.rolledBackBy) await super.rollbackTransaction(connection);
    } finally {
      connection.endTransaction();
    }
  }

  override async destroy(): Promise<void> {
    await this.#options.beforeClose();
    await super.destroy();
  }
}

/** Time for which statements of transactions run before other work of the event loop. */
const SLICE_MS = 1;
/** Maximum time to block the event loop at each try for the lock of another process. */
export const BLOCK_MS = 10;
const PAUSE_MS = 20;

class SharedConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection;
  readonly #options: ConnectionOptions;
  isInTransaction = false;
  /** Error at which SQLite rolled back by itself, such as a full disk. */
  rolledBackBy: Error | undefined;
  #hasWritten = false;
  #yieldedAt = 0;

  constructor(connection: DatabaseConnection, options: ConnectionOptions) {
    this.#connection = connection;
    this.#options = options;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.isInTransaction) await this.#yield();
    // Without this check, further statements would be committed one by one.
    if (this.rolledBackBy) throw this.rolledBackBy;
    try {
      const result = await this.#executeUnlocked<R>(query);
      if (!this.isInTransaction && !SelectQueryNode.is(query.query)) this.noteCommit(unknownCommit);
      return result;
    } catch (error) {
      if (this.isInTransaction && !this.#options.isTransacting()) this.rolledBackBy = error as Error;
      throw error;
    }
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.#connection.streamQuery<R>(query, chunkSize);
  }

  noteCommit(commit: Commit): void {
    this.#hasWritten = true;
    this.#options.onCommit(commit);
  }

  takeHasWritten(): boolean {
    const hasWritten = this.#hasWritten;
    this.#hasWritten = false;
    return hasWritten;
  }

  endTransaction(): void {
    this.isInTransaction = false;
    this.rolledBackBy = undefined;
  }

  /** Statements would otherwise run back to back and delay all readers. */
  async #yield(): Promise<void> {
    if (performance.now() - this.#yieldedAt < SLICE_MS) return;
    await setImmediate();
    this.#yieldedAt = performance.now();
  }

  /**
   * Retries while another process holds the lock, without blocking the event loop. Only the first statement of a
   * transaction can fail so, hence nothing runs twice.
   */
  async #executeUnlocked<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { waitMs } = this.#options;
    for (let waited = 0; waited < waitMs; waited += BLOCK_MS + PAUSE_MS) {
      try {
        return await this.#connection.executeQuery<R>(query);
      } catch (error) {
        if (!isLocked(error)) throw error;
      }
      await pause(PAUSE_MS);
    }
    throw new DatabaseBusy(`Waited ${waitMs} ms for another process that is writing to the database`);
  }
}

/** SQLITE_BUSY and SQLITE_BUSY_RECOVERY (https://www.sqlite.org/rescode.html), which are temporary. */
const LOCKED: ReadonlySet<unknown> = new Set([5, 261]);

function isLocked(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && LOCKED.has(error.errcode);
}
