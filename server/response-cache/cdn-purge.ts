import type { Database } from '../database/connect.ts';
import { DatabaseUnavailable } from '../database/database-unavailable.ts';
import type { Log } from '../platform/log.ts';
import { findServiceRevision } from './revision.repository.ts';
import { keyOfThread, keysOfService } from './shared-caching.ts';

export interface PurgeOptions {
  readonly database: Database;
  readonly log: Log;
  readonly url: string;
  readonly token: string | undefined;
  readonly waitMs?: number;
  readonly timeoutMs?: number;
  readonly gapsMs?: readonly number[];
  readonly databaseGapMs?: number;
}

export interface CdnPurge {
  stop(): Promise<void>;
}

/** On PostgreSQL other processes may serve stale responses for a second. */
const WAIT_MS = { sqlite: 100, postgres: 1500 };
const TIMEOUT_MS = 5000;
const RETRY_DELAYS_MS = [1000, 5000, 25_000, 60_000, 120_000];
const DATABASE_GAP_MS = 1000;
const MAX_SERVICES = 1000;
const MAX_KEYS = 100;
const TRANSIENT_STATUSES = new Set([408, 425, 429]);

type Outcome = 'sent' | 'rejected' | 'failed' | 'unknown';

export function startCdnPurge(options: PurgeOptions): CdnPurge {
  const queue = new PurgeQueue(options);
  options.database.onCommit(({ change, raised, isOwn }) => {
    // The committing process sends the purge.
    if (!isOwn) return;
    for (const serviceId of raised) queue.note(serviceId, keysOfService(serviceId));
    if (change === 'anything') return;
    for (const thread of change) {
      const [serviceId = '', contentId = ''] = thread.split('/');
      queue.note(serviceId, [keyOfThread(serviceId, contentId)]);
    }
  });
  return queue;
}

class PurgeQueue implements CdnPurge {
  readonly #options: PurgeOptions;
  readonly #waitMs: number;
  readonly #gapsMs: readonly number[];
  readonly #pending = new Map<string, Set<string>>();
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  #failures = 0;
  #isDatabaseUnavailable = false;
  #isStopping = false;

  constructor(options: PurgeOptions) {
    this.#options = options;
    this.#waitMs = options.waitMs ?? WAIT_MS[options.database.engine];
    this.#gapsMs = options.gapsMs ?? RETRY_DELAYS_MS;
  }

  note(serviceId: string, keys: Iterable<string>): void {
    const keysOfPurge = this.#pending.get(serviceId) ?? new Set();
    if (keysOfPurge.size === 0 && this.#pending.size >= MAX_SERVICES) {
      this.#options.log.error({ serviceId }, 'purge dropped, queue full');
      return;
    }
    for (const key of keys) keysOfPurge.add(key);
    // Cache entries that show a thread are also tagged with the service's key.
    const [serviceKey = '', ...others] = keysOfService(serviceId);
    const purgesService = keysOfPurge.has(serviceKey) || keysOfPurge.size > MAX_KEYS;
    this.#pending.set(serviceId, purgesService ? new Set([serviceKey, ...others]) : keysOfPurge);
    this.#schedule(this.#waitMs);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#timer);
    await this.#sending;
    await this.#sendAll();
  }

  #schedule(ms: number): void {
    if (this.#timer || this.#sending || this.#isStopping) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#sending = this.#sendAll().finally(() => {
        this.#sending = undefined;
        if (this.#pending.size > 0) this.#schedule(this.#gapMs());
      });
    }, ms).unref();
  }

  #gapMs(): number {
    if (this.#isDatabaseUnavailable) return this.#options.databaseGapMs ?? DATABASE_GAP_MS;
    return this.#gapsMs[this.#failures - 1] ?? this.#waitMs;
  }

  async #sendAll(): Promise<void> {
    for (const [serviceId, keys] of [...this.#pending]) {
      this.#pending.delete(serviceId);
      const outcome = await this.#send(serviceId, [...keys]);
      this.#isDatabaseUnavailable = outcome === 'unknown';
      if (this.#isDatabaseUnavailable && !this.#isStopping) {
        this.note(serviceId, keys);
        return;
      }
      if (outcome === 'failed' && this.#failures < this.#gapsMs.length) {
        this.#failures += 1;
        this.note(serviceId, keys);
        return;
      }
      this.#failures = 0;
      if (outcome !== 'sent') this.#options.log.error({ serviceId, keys: [...keys] }, 'purge given up');
    }
  }

  async #send(serviceId: string, keys: readonly string[]): Promise<Outcome> {
    const { database, log, url, token, timeoutMs = TIMEOUT_MS } = this.#options;
    let revision: number | null;
    try {
      revision = (await findServiceRevision(database.reader, serviceId)) ?? null;
    } catch (error) {
      // The outage itself is logged elsewhere.
      if (!(error instanceof DatabaseUnavailable)) log.warn({ serviceId, err: error }, 'purge waiting for database');
      return 'unknown';
    }
    try {
      const { ok, status, body } = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({ serviceId, revision, keys }),
        // A redirect must not receive the token.
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      });
      await body?.cancel();
      if (ok) log.info({ serviceId, revision, keys }, 'purge sent');
      else log.warn({ serviceId, status }, 'purge rejected');
      if (ok) return 'sent';
      return status < 500 && !TRANSIENT_STATUSES.has(status) ? 'rejected' : 'failed';
    } catch (error) {
      log.warn({ serviceId, reason: String(error) }, 'purge failed');
      return 'failed';
    }
  }
}
