import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Semaphore } from '../concurrency/semaphore.ts';

interface CheckpointsOptions {
  readonly path: string;
  readonly semaphore: Semaphore;
  readonly commits?: number | undefined;
  /** WAL length in pages from which writers wait for a complete checkpoint. */
  readonly maxPages?: number | undefined;
}

interface Progress {
  readonly log: number;
  readonly checkpointed: number;
}

/** Makes SQLite checkpoint within a commit if the thread cannot keep the WAL shorter. */
export const LAST_RESORT_PAGES = 8000;

const COMMITS = 16;
const MAX_PAGES = 2000;
const REST_MS = 100;
const REST_AFTER_FAILURE_MS = 60_000;
const IDLE_MS = 30_000;

/**
 * Checkpoints SQLite's WAL in a worker thread with its own connection. SQLite's automatic checkpoints would block the
 * event loop about every tenth commit until both files are synced.
 */
export class Checkpoints {
  readonly #options: CheckpointsOptions;
  #commits = 0;
  #aloneFrom: number;
  #running: Promise<void> | undefined;
  #restUntil = 0;
  #thread: Worker | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: CheckpointsOptions) {
    this.#options = options;
    this.#aloneFrom = this.#maxPages;
  }

  get #maxPages(): number {
    return this.#options.maxPages ?? MAX_PAGES;
  }

  noteCommit(): void {
    this.#commits += 1;
    if (this.#commits < (this.#options.commits ?? COMMITS) || this.#running || this.#isClosed) return;
    if (performance.now() < this.#restUntil) return;
    this.#commits = 0;
    this.#running = this.#bringOver().finally(() => {
      this.#running = undefined;
    });
  }

  /** Must be called before the writing connection closes, which checkpoints the rest. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running;
    await this.#endThread();
  }

  async #bringOver(): Promise<void> {
    let restMs = REST_MS;
    try {
      const { log, checkpointed } = await this.#checkpoint();
      if (checkpointed < log && log >= this.#aloneFrom) await this.#checkpointAlone();
    } catch {
      restMs = REST_AFTER_FAILURE_MS;
      await this.#endThread();
    }
    this.#restUntil = performance.now() + restMs;
    this.#idleTimer = setTimeout(() => void this.#endThread(), IDLE_MS).unref();
  }

  /** Holds the write queue, so that the checkpoint completes and the next writer restarts the WAL. */
  async #checkpointAlone(): Promise<void> {
    const { semaphore } = this.#options;
    await semaphore.take();
    try {
      const { log, checkpointed } = await this.#checkpoint();
      // Long read transactions, such as backups, keep the WAL from being reset. Waits for more pages before the next
      // try.
      this.#aloneFrom = checkpointed < log ? log + this.#maxPages : this.#maxPages;
    } finally {
      semaphore.pass();
    }
  }

  async #checkpoint(): Promise<Progress> {
    clearTimeout(this.#idleTimer);
    if (this.#isClosed) throw new Error('it is closed');
    this.#thread ??= startThread(this.#options.path);
    const thread = this.#thread;
    const ended = new AbortController();
    const { signal } = ended;
    // Keeps the process alive, since the caller may be the last pending work.
    thread.ref();
    try {
      const exit = once(thread, 'exit', { signal }).then(() => Promise.reject(new Error('its thread has ended')));
      thread.postMessage('checkpoint');
      const [progress] = await Promise.race([once(thread, 'message', { signal }), exit]);
      return progress as Progress;
    } finally {
      ended.abort();
      thread.unref();
    }
  }

  async #endThread(): Promise<void> {
    clearTimeout(this.#idleTimer);
    const thread = this.#thread;
    this.#thread = undefined;
    if (!thread || thread.threadId === -1) return;
    const exit = once(thread, 'exit').catch(() => {});
    thread.ref();
    thread.postMessage('end');
    await exit;
  }
}

function startThread(path: string): Worker {
  const thread = new Worker(new URL('./checkpoint-thread.ts', import.meta.url), { workerData: path, execArgv: [] });
  // Errors of an idle thread surface at the next checkpoint.
  thread.on('error', () => {});
  thread.unref();
  return thread;
}
