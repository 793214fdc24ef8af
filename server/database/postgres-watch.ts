import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Change } from './commits.ts';
import { isLostConnection } from './database-away.ts';

/** Where commits are told of, for every process on the same database. */
export const CHANNEL = 'kawaraban_commits';

/** How often the connection is asked whether it still is one. */
const BEAT_MS = 500;
/** An answer that is late by two such spans does not come: a process that stood still itself sees one of them at most. */
const PATIENCE_MS = 1000;
const SPANS = 2;
const CONNECT_MS = 2000;
const GAPS_MS = [0, 100, 200, 400, 800, 1600, 2000];

export interface Outage {
  readonly sinceMs: number;
  /** Whether everything that was committed before the outage had been heard of. */
  readonly hasHeardAll: boolean;
}

export interface KeepWatchOptions {
  /** Called when nothing answers any more. */
  readonly onAway: (reason: Error) => void;
  readonly onBack: (awayMs: number) => void;
}

export interface WatchOptions extends KeepWatchOptions {
  readonly url: string;
  /** Whether commits of other processes are listened to. */
  readonly isListening: boolean;
  /** Called with what another process has committed, and with everything where something may have been missed. */
  readonly onHeard: (change: Change) => void;
  readonly read: (payload: string) => Change | undefined;
}

/**
 * Holds one connection of its own to PostgreSQL: hears by it what other processes commit, and learns by it whether the
 * database answers at all. A connection that is lost is made again, in growing gaps.
 */
export class PostgresWatch {
  readonly #options: WatchOptions;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  #client: pg.Client | undefined;
  #awaySince: number | undefined;
  #answeredAt = 0;
  #waiting: (() => void)[] = [];

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  outage(): Outage | undefined {
    if (this.#awaySince === undefined) return undefined;
    return { sinceMs: performance.now() - this.#awaySince, hasHeardAll: this.#options.isListening };
  }

  /** To be called when the database has answered somebody else. */
  noteAnswer(): void {
    this.#answeredAt = performance.now();
  }

  /** Whether the database is away, asked after now. */
  async findOut(): Promise<boolean> {
    if (this.#awaySince === undefined && !this.#stopping.signal.aborted) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    return this.#awaySince !== undefined;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#client?.end().catch(() => {});
    this.#tellWaiting();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    for (let tries = 0; !signal.aborted; tries += 1) {
      await pause(GAPS_MS[tries] ?? GAPS_MS.at(-1), undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return;
      try {
        await this.#withConnection(async (client) => {
          tries = -1;
          this.#say(undefined);
          // What was committed before the connection was there, nobody has told.
          this.#options.onHeard('anything');
          await this.#beat(client, signal);
        });
      } catch (error) {
        // A connection that was there is tried once more before anything is said of the database.
        if (tries >= 0) this.#say(isLostConnection(error) ? (error as Error) : undefined);
      }
    }
  }

  async #withConnection(work: (client: pg.Client) => Promise<void>): Promise<void> {
    const { url, isListening, onHeard, read } = this.#options;
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_MS,
      application_name: 'kawaraban watch',
    });
    // Whoever waits for an answer hears of it, too.
    client.on('error', () => {});
    client.on('notification', ({ payload = '' }) => {
      const change = read(payload);
      if (change) onHeard(change);
    });
    try {
      await client.connect();
      this.#client = client;
      if (isListening) await client.query({ text: `listen ${CHANNEL}`, query_timeout: CONNECT_MS } as pg.QueryConfig);
      await work(client);
    } finally {
      this.#client = undefined;
      streamOf(client)?.destroy();
    }
  }

  async #beat(client: pg.Client, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const asked = client.query('select 1');
      asked.catch(() => {});
      for (let spans = 0; !(await isDoneWithin(asked, PATIENCE_MS)); ) {
        const isSilent = performance.now() - this.#answeredAt > SPANS * PATIENCE_MS;
        spans += 1;
        if (spans >= SPANS) {
          const reason = new Error('Connection terminated: nothing was answered');
          // Where others are answered, it is this connection alone that has to be made again.
          if (isSilent) this.#say(reason);
          throw reason;
        }
      }
      await asked;
      this.#say(undefined);
      await pause(BEAT_MS, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  /** What has been learnt of the database: it answers, or for which reason it does not. */
  #say(reason: Error | undefined): void {
    const since = this.#awaySince;
    if (reason && since === undefined) {
      this.#awaySince = performance.now();
      this.#options.onAway(reason);
    }
    if (!reason) {
      this.noteAnswer();
      this.#awaySince = undefined;
      if (since !== undefined) this.#options.onBack(performance.now() - since);
    }
    this.#tellWaiting();
  }

  #tellWaiting(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

/** The socket below a connection, which the driver gives no other way to end at once. */
export function streamOf(client: pg.Client | pg.PoolClient): { destroy(): void } | undefined {
  return (client as unknown as { readonly connection?: { readonly stream?: { destroy(): void } } }).connection?.stream;
}

async function isDoneWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  const limit = new AbortController();
  const late = pause(ms, false, { signal: limit.signal, ref: false }).catch(() => false);
  const done = promise.then(
    () => true,
    () => true,
  );
  const isDone = await Promise.race([done, late]);
  limit.abort();
  return isDone;
}
