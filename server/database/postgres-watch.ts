import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { CHANNEL, type Change, type ReceivedNotice } from './commits.ts';
import { isLostConnection } from './database-unavailable.ts';

const HEARTBEAT_MS = 500;
/**
 * Time to wait for a response. It must be exceeded twice, because a blocked event loop of our own causes one timeout.
 */
const TIMEOUT_MS = 1000;
const MAX_TIMEOUTS = 2;
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
  readonly onAvailable: (outageMs: number) => void;
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
  #unavailableSince: number | undefined;
  #answeredAt = 0;
  #lostAt = 0;
  #waiting: (() => void)[] = [];
  #receivesNotifications = false;
  #lastSent = 0;
  #lastReceived = 0;
  #answersSinceNotification = 0;

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  outage(): Outage | undefined {
    if (this.#unavailableSince === undefined) return undefined;
    // Commits made while only this connection was down were missed.
    const hasReceivedAll = this.#receivesNotifications && this.#answeredAt <= this.#lostAt;
    return { sinceMs: performance.now() - this.#unavailableSince, hasReceivedAll };
  }

  noteAnswer(): void {
    this.#answeredAt = performance.now();
  }

  expectNotice(number: number): void {
    this.#lastSent = Math.max(this.#lastSent, number);
  }

  async findOutage(): Promise<boolean> {
    if (this.#unavailableSince === undefined && !this.#stopping.signal.aborted) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    return this.#unavailableSince !== undefined;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#client?.end().catch(() => {});
    this.#resolveWaiting();
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
          this.#setOutage(undefined);
          // Commits before the connection were missed.
          this.#options.onNotice('anything');
          await this.#sendHeartbeats(client, signal);
        });
      } catch (error) {
        // Reconnects once before reporting an outage.
        if (tries >= 0) this.#handleConnectionError(error);
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
    client.on('notification', ({ payload = '' }) => this.#receive(payload));
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
    [this.#lastSent, this.#answersSinceNotification] = [this.#lastReceived, 0];
    try {
      await client.query({ text: `listen ${CHANNEL}`, query_timeout: CONNECT_MS } as pg.QueryConfig);
      // Notifications sent before LISTEN took effect are lost too.
      this.#lastSent = this.#lastReceived;
      this.#receivesNotifications = true;
    } catch (error) {
      if (isLostConnection(error)) throw error;
      this.#endNotifications(error as Error);
    }
  }

  #receive(payload: string): void {
    const received = this.#options.read(payload);
    if ('change' in received) {
      this.#options.onNotice(received.change);
      return;
    }
    this.#lastReceived = Math.max(this.#lastReceived, received.own);
    this.#answersSinceNotification = 0;
    this.#receivesNotifications = true;
  }

  /** Must be called after a response. Notifications sent before it have arrived by then. */
  #checkNotifications(): void {
    if (!this.#receivesNotifications || this.#lastSent <= this.#lastReceived) return;
    this.#answersSinceNotification += 1;
    if (this.#answersSinceNotification > ANSWERS_BEFORE_LOST)
      this.#endNotifications(new Error('Notifications do not arrive'));
  }

  #endNotifications(reason: Error): void {
    this.#receivesNotifications = false;
    this.#options.onNotificationsLost?.(reason);
  }

  async #sendHeartbeats(client: pg.Client, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const request = client.query('select 1');
      request.catch(() => {});
      for (let timeouts = 0; !(await isDoneWithin(request, TIMEOUT_MS)); ) {
        timeouts += 1;
        if (timeouts >= MAX_TIMEOUTS) {
          const reason = new Error('Connection terminated: no response');
          // Other connections get responses, so only this one has to be replaced.
          if (this.#isSilent()) this.#setOutage(reason);
          throw reason;
        }
      }
      await request;
      this.#setOutage(undefined);
      this.#checkNotifications();
      await pause(HEARTBEAT_MS, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  #handleConnectionError(error: unknown): void {
    // Other connections get responses, so a timeout concerns this one only.
    if (isUnanswered(error) && !this.#isSilent()) this.#resolveWaiting();
    else this.#setOutage(isLostConnection(error) ? (error as Error) : undefined);
  }

  #isSilent(): boolean {
    return performance.now() - this.#answeredAt > MAX_TIMEOUTS * TIMEOUT_MS;
  }

  #setOutage(reason: Error | undefined): void {
    const since = this.#unavailableSince;
    if (reason && since === undefined) {
      this.#unavailableSince = performance.now();
      this.#options.onUnavailable(reason);
    }
    if (!reason) {
      this.noteAnswer();
      this.#unavailableSince = undefined;
      if (since !== undefined) this.#options.onAvailable(performance.now() - since);
    }
    this.#resolveWaiting();
  }

  #resolveWaiting(): void {
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
