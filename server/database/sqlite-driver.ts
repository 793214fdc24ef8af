import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult, SelectQueryNode } from 'kysely';
import type { Semaphore } from '../concurrency/semaphore.ts';
import { beginActivities, type Commit, commitOf, noteQuery, unknownCommit } from './commits.ts';
import type { QueryWatch } from './query-watch.ts';
import { DatabaseBusy } from './semaphore.ts';

export interface QueuedDriverOptions {
  readonly readOnly: boolean;
  readonly waitMs: number;
  readonly onCommit?: (commit: Commit) => void;
  readonly queries: QueryWatch;
  /** Returns true while requests should be served before a transaction continues. */
  readonly hasWaiting?: () => boolean;
}

interface DriverParts extends QueuedDriverOptions {
  readonly semaphore: Semaphore;
  readonly hasTransaction: () => boolean;
  readonly noteCommit: () => void;
  readonly settled: () => Promise<void>;
  readonly closing: () => Promise<void>;
  readonly closed: () => Promise<void>;
}

/** Time for which a transaction runs before it yields to the event loop. */
const SLICE_MS = 1;
const MAX_YIELD_MS = 20;
/** Maximum time to block the event loop at each try for the lock of another process. */
export const BLOCK_MS = 10;
const PAUSE_MS = 20;

interface TurnParts {
  readonly queries: QueryWatch;
  readonly hasTransaction: () => boolean;
  readonly take: () => Promise<void>;
  readonly pass: () => void;
  /** Called after a write outside a transaction. Undefined for read-only connections. */
  readonly written: (() => Promise<void>) | undefined;
  readonly hasWaiting: () => boolean;
}

/** Exclusive use of the connection. Ends after a write outside a transaction; the next statement acquires it again. */
class Turn implements DatabaseConnection {
  readonly #connection: DatabaseConnection;
  readonly #parts: TurnParts;
  isInTransaction = false;
  /** Error at which SQLite rolled back by itself, such as a full disk. */
  rolledBackBy: Error | undefined;
  #isOver = false;
  #stretchedFrom = performance.now();
  #timeoutMs = MAX_YIELD_MS;

  constructor(connection: DatabaseConnection, parts: TurnParts) {
    this.#connection = connection;
    this.#parts = parts;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    await this.#begin();
    if (this.isInTransaction) await this.#giveWay();
    // Without this check, further statements would be committed one by one.
    if (this.rolledBackBy) throw this.rolledBackBy;
    noteQuery(this, query);
    const { written, queries, hasTransaction } = this.#parts;
    const run = () => this.#connection.executeQuery<R>(query);
    const result = await queries.time(run).catch((error: Error) => {
      if (this.isInTransaction && !hasTransaction()) this.rolledBackBy = error;
      throw error;
    });
    if (written && !this.isInTransaction && !SelectQueryNode.is(query.query)) await this.endWith(written());
    return result;
  }

  async *streamQuery<R>(query: CompiledQuery, chunkSize = 1): AsyncIterableIterator<QueryResult<R>> {
    await this.#begin();
    yield* this.#connection.streamQuery<R>(query, chunkSize);
  }

  async #begin(): Promise<void> {
    if (!this.#isOver) return;
    await this.#parts.take();
    this.#isOver = false;
  }

  /** Statements of a transaction would otherwise run back to back and delay all readers. */
  async #giveWay(): Promise<void> {
    const from = performance.now();
    if (from - this.#stretchedFrom < SLICE_MS) return;
    const until = from + this.#timeoutMs;
    do await setImmediate();
    while (performance.now() < until && this.#parts.hasWaiting());
    this.#stretchedFrom = performance.now();
    this.#timeoutMs -= this.#stretchedFrom - from;
  }

  leaveTransaction(): void {
    this.isInTransaction = false;
    this.rolledBackBy = undefined;
  }

  async endWith(written: Promise<void>): Promise<void> {
    this.end();
    await written;
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#parts.pass();
  }
}

export class QueuedDriver implements Driver {
  readonly #driver: Driver;
  readonly #parts: DriverParts;
  #connection: DatabaseConnection | undefined;

  constructor(driver: Driver, parts: DriverParts) {
    this.#driver = driver;
    this.#parts = parts;
  }

  async init(): Promise<void> {
    await this.#driver.init();
    this.#connection = queuedConnection(await this.#driver.acquireConnection(), this.#parts.waitMs);
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const { semaphore, readOnly, queries, hasTransaction, hasWaiting = () => false } = this.#parts;
    await semaphore.take();
    return new Turn(this.#connection as DatabaseConnection, {
      queries,
      hasTransaction,
      hasWaiting,
      take: () => semaphore.take(),
      pass: () => this.#passTurn(),
      written: readOnly ? undefined : () => this.#written(unknownCommit),
    });
  }

  #passTurn(): void {
    const { semaphore, readOnly } = this.#parts;
    if (semaphore.load.waiting > 0 && !readOnly) void setImmediate().then(() => semaphore.pass());
    else semaphore.pass();
  }

  /** Takes the write lock at once, so that a transaction waits at its start and not in the middle. */
  async beginTransaction(turn: Turn): Promise<void> {
    turn.isInTransaction = true;
    try {
      await turn.executeQuery(CompiledQuery.raw('begin immediate'));
    } catch (error) {
      turn.leaveTransaction();
      throw error;
    }
    beginActivities(turn);
  }

  async commitTransaction(turn: Turn): Promise<void> {
    const commit = commitOf(turn);
    await turn.executeQuery(CompiledQuery.raw('commit'));
    turn.leaveTransaction();
    await turn.endWith(this.#written(commit));
  }

  async rollbackTransaction(turn: Turn): Promise<void> {
    // A commit cannot be rolled back, even if its sync failed.
    if (turn.isInTransaction && !turn.rolledBackBy) await this.#driver.rollbackTransaction(turn);
    turn.leaveTransaction();
  }

  async releaseConnection(turn: Turn): Promise<void> {
    turn.end();
  }

  async destroy(): Promise<void> {
    await this.#parts.closing();
    await this.#driver.destroy();
    await this.#parts.closed();
  }

  async #written(commit: Commit): Promise<void> {
    const { onCommit, noteCommit, settled } = this.#parts;
    onCommit?.(commit);
    noteCommit();
    await settled();
  }
}

/**
 * Retries while another process holds the lock, without blocking the event loop. Only the first statement of a
 * transaction can fail so, hence nothing runs twice.
 */
function queuedConnection(connection: DatabaseConnection, waitMs: number): DatabaseConnection {
  return {
    executeQuery: async <R>(query: CompiledQuery) => {
      for (let waited = 0; waited < waitMs; waited += BLOCK_MS + PAUSE_MS) {
        try {
          return await connection.executeQuery<R>(query);
        } catch (error) {
          if (!isBlocked(error)) throw error;
        }
        await pause(PAUSE_MS);
      }
      throw new DatabaseBusy(`Waited ${waitMs} ms for another process that is writing to the database`);
    },
    streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
  };
}

/** SQLITE_BUSY and SQLITE_BUSY_RECOVERY (https://www.sqlite.org/rescode.html), which are temporary. */
const HELD_UP: ReadonlySet<unknown> = new Set([5, 261]);

function isBlocked(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && HELD_UP.has(error.errcode);
}
