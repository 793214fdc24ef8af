import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Turns } from './turns.ts';

interface CheckpointsOptions {
  /** Of the database file. */
  readonly path: string;
  /** Of those who write. */
  readonly turns: Turns;
  /** How many commits make it worth its while. */
  readonly commits?: number | undefined;
  /** From so many pages in the log on, writers wait until all of them have been brought over. */
  readonly maxPages?: number | undefined;
}

/** How many pages are in the log, and how many of them in the database file by now. */
interface Progress {
  readonly log: number;
  readonly checkpointed: number;
}

/** Where nothing else does it, SQLite itself brings over the log, within the commit that makes it so long. */
export const LAST_RESORT_PAGES = 8000;

const COMMITS = 16;
const MAX_PAGES = 2000;
/** Between one and the next: each waits for the disk twice. */
const REST_MS = 100;
const REST_AFTER_FAILURE_MS = 60_000;
/** A thread with nothing to do gives its memory back after this. */
const IDLE_MS = 30_000;

/**
 * Brings what has been committed from SQLite's log into the database file, by a thread with a connection of its own. SQLite
 * would do it within every tenth commit or so, and the whole process would stand still until the disk has both files.
 */
export class Checkpoints {
  readonly #options: CheckpointsOptions;
  #commits = 0;
  /** How long the log may be before writers wait for it. */
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

  /** To be called after every commit. */
  noteCommit(): void {
    this.#commits += 1;
    if (this.#commits < (this.#options.commits ?? COMMITS) || this.#running || this.#isClosed) return;
    if (performance.now() < this.#restUntil) return;
    this.#commits = 0;
    this.#running = this.#bringOver().finally(() => {
      this.#running = undefined;
    });
  }

  /** To be called before the connection that writes is closed, which brings over the rest. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running;
    await this.#endThread();
  }

  /** What fails leaves the log as it was: the next one begins where the last has come to its end. */
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

  /** While nobody writes it comes to its end, and the next one who does begins the log anew. */
  async #checkpointAlone(): Promise<void> {
    const { turns } = this.#options;
    await turns.take();
    try {
      const { log, checkpointed } = await this.#checkpoint();
      // Whoever reads what it was for long, as a backup does, keeps the log from ending; that is not to be tried over and over.
      this.#aloneFrom = checkpointed < log ? log + this.#maxPages : this.#maxPages;
    } finally {
      turns.pass();
    }
  }

  async #checkpoint(): Promise<Progress> {
    clearTimeout(this.#idleTimer);
    if (this.#isClosed) throw new Error('it is closed');
    this.#thread ??= startThread(this.#options.path);
    const thread = this.#thread;
    const ended = new AbortController();
    const { signal } = ended;
    // Somebody may wait for it who is the last to have something to do.
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
  // What goes wrong while nobody waits for an answer is noticed with the next question.
  thread.on('error', () => {});
  thread.unref();
  return thread;
}
