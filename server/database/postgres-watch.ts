import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { CHANNEL, type Change, type ReceivedNotice } from './commits.ts';
import { isLostConnection } from './database-unavailable.ts';

const BEAT_MS = 500;
/**
 * Time to wait for a response. It must be exceeded twice, because a blocked event loop of our own causes one timeout.
 */
const TIMEOUT_MS = 1000;
const SPANS = 2;
/** Responses after which a missing own notification counts as lost. */
const ANSWERS_BEFORE_LOST = 4;
const CONNECT_MS = 2000;
const RETRY_DELAYS_MS = [0, 100, 200, 400, 800, 1600, 2000];

export interface Outage {
  readonly sinceMs: number;
  /** True if every commit before the outage was received. */
  readonly hasReceivedAll: boolean;
}

export interface KeepWatchOptions {
  readonly onUnavailable: (reason: Error) => void;
  readonly onBack: (awayMs: number) => void;
  /**
   * Called once when notifications do not work, for example because the server or a pooler does not support them.
   * Commits of other processes are then noticed when cached revisions expire.
   */
  readonly onNotificationsLost?: ((reason: Error) => void) | undefined;
}

export interface WatchOptions extends KeepWatchOptions {
  readonly url: string;
  readonly isListening: boolean;
  readonly onNotice: (change: Change) => void;
  readonly read: (payload: string) => ReceivedNotice;
}

/**
 * Detects outages and receives commits of other processes over a dedicated connection. Reconnects with growing delays.
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
  #sent = 0;
  #cameBack = 0;
  #answersSince = 0;

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  outage(): Outage | undefined {
    if (this.#awaySince === undefined) return undefined;
    // Commits made while only this connection was down were missed.
    const hasReceivedAll = this.#isHearing && this.#answeredAt <= this.#lostAt;
    return { sinceMs: performance.now() - this.#awaySince, hasReceivedAll };
  }

  noteAnswer(): void {
    this.#answeredAt = performance.now();
  }

  expectNotice(number: number): void {
    this.#sent = Math.max(this.#sent, number);
  }

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
      await pause(RETRY_DELAYS_MS[tries] ?? RETRY_DELAYS_MS.at(-1), undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return;
      try {
        await this.#withConnection(async (client) => {
          tries = -1;
          this.#say(undefined);
          // Commits before the connection were missed.
          this.#options.onNotice('anything');
          await this.#beat(client, signal);
        });
      } catch (error) {
        // Reconnects once before reporting an outage.
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
    // Pending queries get the error too.
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
    // Notifications sent earlier are lost.
    [this.#sent, this.#answersSince] = [this.#cameBack, 0];
    try {
      await client.query({ text: `listen ${CHANNEL}`, query_timeout: CONNECT_MS } as pg.QueryConfig);
      // Notifications sent before LISTEN took effect are lost too.
      this.#sent = this.#cameBack;
      this.#isHearing = true;
    } catch (error) {
      if (isLostConnection(error)) throw error;
      this.#endHearing(error as Error);
    }
  }

  #hear(payload: string): void {
    const received = this.#options.read(payload);
    if ('change' in received) {
      this.#options.onNotice(received.change);
      return;
    }
    this.#cameBack = Math.max(this.#cameBack, received.own);
    this.#answersSince = 0;
    this.#isHearing = true;
  }

  /** Must be called after a response. Notifications sent before it have arrived by then. */
  #judgeHearing(): void {
    if (!this.#isHearing || this.#sent <= this.#cameBack) return;
    this.#answersSince += 1;
    if (this.#answersSince > ANSWERS_BEFORE_LOST) this.#endHearing(new Error('Notices do not come through'));
  }

  #endHearing(reason: Error): void {
    this.#isHearing = false;
    this.#options.onNotificationsLost?.(reason);
  }

  async #beat(client: pg.Client, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const request = client.query('select 1');
      request.catch(() => {});
      for (let spans = 0; !(await isDoneWithin(request, TIMEOUT_MS)); ) {
        spans += 1;
        if (spans >= SPANS) {
          const reason = new Error('Connection terminated: nothing was answered');
          // Other connections get responses, so only this one has to be replaced.
          if (this.#isSilent()) this.#say(reason);
          throw reason;
        }
      }
      await request;
      this.#say(undefined);
      this.#judgeHearing();
      await pause(BEAT_MS, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  #judge(error: unknown): void {
    // Other connections get responses, so a timeout concerns this one only.
    if (isUnanswered(error) && !this.#isSilent()) this.#tellWaiting();
    else this.#say(isLostConnection(error) ? (error as Error) : undefined);
  }

  #isSilent(): boolean {
    return performance.now() - this.#answeredAt > SPANS * TIMEOUT_MS;
  }

  #say(reason: Error | undefined): void {
    const since = this.#awaySince;
    if (reason && since === undefined) {
      this.#awaySince = performance.now();
      this.#options.onUnavailable(reason);
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

/** Returns the socket, as the driver has no other way to close a connection at once. */
export function streamOf(client: pg.Client | pg.PoolClient): { destroy(): void } | undefined {
  return (client as unknown as { readonly connection?: { readonly stream?: { destroy(): void } } }).connection?.stream;
}

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
