import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult, SelectQueryNode } from 'kysely';
import { beginDoings, type Commit, commitOf, noteQuery, unknownCommit } from './commits.ts';
import type { QueryWatch } from './query-watch.ts';
import { DatabaseBusy, type Turns } from './turns.ts';

export interface PatientOptions {
  readonly readOnly: boolean;
  /** How long a query may wait for its turn on the one connection, and then for another process that is writing. */
  readonly waitMs: number;
  /** Called after every commit, before whoever asked for it hears of it. */
  readonly onCommit?: (commit: Commit) => void;
  readonly queries: QueryWatch;
  /** Whether anybody waits for an answer who is to have it before a transaction goes on. */
  readonly isAnyoneAhead?: () => boolean;
}

interface DriverParts extends PatientOptions {
  readonly turns: Turns;
  /** Whether SQLite has an open transaction on the connection. */
  readonly hasTransaction: () => boolean;
  /** To be called after every commit. */
  readonly noteCommit: () => void;
  /** Waits until all that is committed is safe. */
  readonly settled: () => Promise<void>;
  /** To be called before the connection is closed. */
  readonly closing: () => Promise<void>;
  /** To be called once the connection is closed. */
  readonly closed: () => Promise<void>;
}

/** So long a transaction goes on before others have their turn of the event loop. */
const STRETCH_MS = 1;
/** So long altogether it lets others have their answers first. */
const MAX_PATIENCE_MS = 20;
/** How long the whole process may stand still for another one at each try. */
export const BLOCK_MS = 10;
/** Between two tries of what another process holds up. */
const PAUSE_MS = 20;

interface TurnParts {
  readonly queries: QueryWatch;
  readonly hasTransaction: () => boolean;
  readonly take: () => Promise<void>;
  readonly pass: () => void;
  /** Of a statement outside a transaction that may have written; absent where nothing can be written. */
  readonly written: (() => Promise<void>) | undefined;
  readonly isAnyoneAhead: () => boolean;
}

/** One turn on the connection, and another one for what follows a write outside a transaction. */
class Turn implements DatabaseConnection {
  readonly #connection: DatabaseConnection;
  readonly #parts: TurnParts;
  isInTransaction = false;
  /** The error at which SQLite rolled the transaction back by itself, such as a full disk. */
  rolledBackBy: Error | undefined;
  #isOver = false;
  /** Since when nobody else has had a turn of the event loop, at the earliest. */
  #stretchedFrom = performance.now();
  #patienceMs = MAX_PATIENCE_MS;

  constructor(connection: DatabaseConnection, parts: TurnParts) {
    this.#connection = connection;
    this.#parts = parts;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    await this.#begin();
    if (this.isInTransaction) await this.#giveWay();
    // Otherwise the statements that follow would each be committed by itself.
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

  /**
   * Statements of one transaction follow each other without a pause of their own: whoever reads meanwhile, which is by
   * another connection, would wait for all of them.
   */
  async #giveWay(): Promise<void> {
    const from = performance.now();
    if (from - this.#stretchedFrom < STRETCH_MS) return;
    const until = from + this.#patienceMs;
    do await setImmediate();
    while (performance.now() < until && this.#parts.isAnyoneAhead());
    this.#stretchedFrom = performance.now();
    this.#patienceMs -= this.#stretchedFrom - from;
  }

  leaveTransaction(): void {
    this.isInTransaction = false;
    this.rolledBackBy = undefined;
  }

  /** The next one has its turn while this one waits for the disk. */
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

/** Takes turns on the one connection of Kysely's driver. */
export class PatientDriver implements Driver {
  readonly #driver: Driver;
  readonly #parts: DriverParts;
  #connection: DatabaseConnection | undefined;

  constructor(driver: Driver, parts: DriverParts) {
    this.#driver = driver;
    this.#parts = parts;
  }

  async init(): Promise<void> {
    await this.#driver.init();
    this.#connection = patientConnection(await this.#driver.acquireConnection(), this.#parts.waitMs);
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const { turns, readOnly, queries, hasTransaction, isAnyoneAhead = () => false } = this.#parts;
    await turns.take();
    return new Turn(this.#connection as DatabaseConnection, {
      ...{ queries, hasTransaction, isAnyoneAhead },
      take: () => turns.take(),
      pass: () => this.#passTurn(),
      written: readOnly ? undefined : () => this.#written(unknownCommit),
    });
  }

  /** A write takes no time of the event loop's but its own: what else has come meanwhile has its turn before the next. */
  #passTurn(): void {
    const { turns, readOnly } = this.#parts;
    if (turns.areAwaited && !readOnly) void setImmediate().then(() => turns.pass());
    else turns.pass();
  }

  /** A writer takes the lock at once, so that it waits here and not halfway through its work. */
  async beginTransaction(turn: Turn): Promise<void> {
    turn.isInTransaction = true;
    try {
      await turn.executeQuery(CompiledQuery.raw('begin immediate'));
    } catch (error) {
      turn.leaveTransaction();
      throw error;
    }
    beginDoings(turn);
  }

  async commitTransaction(turn: Turn): Promise<void> {
    const commit = commitOf(turn);
    await turn.executeQuery(CompiledQuery.raw('commit'));
    turn.leaveTransaction();
    await turn.endWith(this.#written(commit));
  }

  async rollbackTransaction(turn: Turn): Promise<void> {
    // What has been committed cannot be taken back, also where the disk has failed.
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
 * Waits for another process that is writing, while this one goes on with everything else. Only the first statement of
 * a transaction can meet one, so that nothing is done twice.
 */
function patientConnection(connection: DatabaseConnection, waitMs: number): DatabaseConnection {
  return {
    executeQuery: async <R>(query: CompiledQuery) => {
      for (let waited = 0; waited < waitMs; waited += BLOCK_MS + PAUSE_MS) {
        try {
          return await connection.executeQuery<R>(query);
        } catch (error) {
          if (!isHeldUp(error)) throw error;
        }
        await pause(PAUSE_MS);
      }
      throw new DatabaseBusy(`Waited ${waitMs} ms for another process that is writing to the database`);
    },
    streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
  };
}

/** https://www.sqlite.org/rescode.html#busy and #busy_recovery: those of its kind that end by themselves. */
const HELD_UP: ReadonlySet<unknown> = new Set([5, 261]);

function isHeldUp(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && HELD_UP.has(error.errcode);
}
