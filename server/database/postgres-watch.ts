import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { CHANNEL, type Heard } from './commit-notice.ts';
import type { Change } from './commits.ts';
import { isLostConnection } from './database-away.ts';

/** How often the connection is asked whether it still is one. */
const BEAT_MS = 500;
/** An answer that is late by two such spans does not come: a process that stood still itself sees one of them at most. */
const PATIENCE_MS = 1000;
const SPANS = 2;
/** A notice of one's own that has not come back after so many answers does not come through. */
const ANSWERS_BEFORE_DEAF = 4;
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
  /**
   * Called once, where commits are to be told of and that does not work: the database knows no such thing, or what
   * stands before it passes nothing on. Then they are known of as soon as somebody asks.
   */
  readonly onDeaf?: ((reason: Error) => void) | undefined;
}

export interface WatchOptions extends KeepWatchOptions {
  readonly url: string;
  /** Whether commits of other processes are listened to. */
  readonly isListening: boolean;
  /** Called with what another process has committed, and with everything where something may have been missed. */
  readonly onHeard: (change: Change) => void;
  readonly read: (payload: string) => Heard;
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
  #lostAt = 0;
  #waiting: (() => void)[] = [];
  #isHearing = false;
  /** Numbers of one's own notices: the last one that was sent, and the last one that has come back. */
  #sent = 0;
  #cameBack = 0;
  #answersSince = 0;

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  outage(): Outage | undefined {
    if (this.#awaySince === undefined) return undefined;
    // What was committed while others were answered and this connection was not there, nobody has told.
    const hasHeardAll = this.#isHearing && this.#answeredAt <= this.#lostAt;
    return { sinceMs: performance.now() - this.#awaySince, hasHeardAll };
  }

  /** To be called when the database has answered somebody else. */
  noteAnswer(): void {
    this.#answeredAt = performance.now();
  }

  /** To be called when a notice has been sent, which is to come back by this connection. */
  expectNotice(number: number): void {
    this.#sent = Math.max(this.#sent, number);
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
        if (tries >= 0) this.#judge(error);
      }
    }
  }

  async #withConnection(work: (client: pg.Client) => Promise<void>): Promise<void> {
    const { url, isListening } = this.#options;
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_MS,
      application_name: 'kawaraban watch',
    });
    // Whoever waits for an answer hears of it, too.
    client.on('error', () => {});
    client.on('notification', ({ payload = '' }) => this.#hear(payload));
    try {
      await client.connect();
      this.#client = client;
      if (isListening) await this.#listen(client);
      await work(client).finally(() => {
        this.#lostAt = performance.now();
      });
    } finally {
      this.#client = undefined;
      streamOf(client)?.destroy();
    }
  }

  async #listen(client: pg.Client): Promise<void> {
    // What was sent before is not heard any more.
    [this.#sent, this.#answersSince] = [this.#cameBack, 0];
    try {
      await client.query({ text: `listen ${CHANNEL}`, query_timeout: CONNECT_MS } as pg.QueryConfig);
      // Nor is what was sent until now: that it listens is said after it does.
      this.#sent = this.#cameBack;
      this.#isHearing = true;
    } catch (error) {
      if (isLostConnection(error)) throw error;
      this.#endHearing(error as Error);
    }
  }

  #hear(payload: string): void {
    const heard = this.#options.read(payload);
    if ('change' in heard) {
      this.#options.onHeard(heard.change);
      return;
    }
    this.#cameBack = Math.max(this.#cameBack, heard.own);
    this.#answersSince = 0;
    this.#isHearing = true;
  }

  /** To be called when the connection has answered, by which time it has handed over what was sent before. */
  #judgeHearing(): void {
    if (!this.#isHearing || this.#sent <= this.#cameBack) return;
    this.#answersSince += 1;
    if (this.#answersSince > ANSWERS_BEFORE_DEAF) this.#endHearing(new Error('Notices do not come through'));
  }

  #endHearing(reason: Error): void {
    this.#isHearing = false;
    this.#options.onDeaf?.(reason);
  }

  async #beat(client: pg.Client, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const asked = client.query('select 1');
      asked.catch(() => {});
      for (let spans = 0; !(await isDoneWithin(asked, PATIENCE_MS)); ) {
        spans += 1;
        if (spans >= SPANS) {
          const reason = new Error('Connection terminated: nothing was answered');
          // Where others are answered, it is this connection alone that has to be made again.
          if (this.#isSilent()) this.#say(reason);
          throw reason;
        }
      }
      await asked;
      this.#say(undefined);
      this.#judgeHearing();
      await pause(BEAT_MS, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  /** Of why there is no connection. */
  #judge(error: unknown): void {
    // Where others are answered, what was not answered in time is the trouble of this connection alone.
    if (isUnanswered(error) && !this.#isSilent()) this.#tellWaiting();
    else this.#say(isLostConnection(error) ? (error as Error) : undefined);
  }

  /** Whether nobody at all has been answered for a while. */
  #isSilent(): boolean {
    return performance.now() - this.#answeredAt > SPANS * PATIENCE_MS;
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

/** The driver's own words for what took too long. */
function isUnanswered(error: unknown): boolean {
  return error instanceof Error && /^(?:timeout expired|Query read timeout)$/.test(error.message);
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
