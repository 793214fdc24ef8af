import { closeSync, existsSync, openSync } from 'node:fs';

export interface DiskSyncOptions {
  readonly flush: () => Promise<void>;
  readonly emptyLog: () => Promise<void>;
  readonly closeLog: () => void;
}

/** Commits can be read, but may be lost in a power cut. */
export class DiskFailed extends Error {
  readonly code = 'DATABASE_DISK_FAILED';

  constructor(cause: unknown) {
    super(`The database may not be safe on the disk: ${String(cause)}`, { cause });
    this.name = 'DiskFailed';
  }
}

/** Waits outside the event loop. Concurrent commits share one flush. */
export class DiskSync {
  readonly #options: DiskSyncOptions;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #isClosed = false;
  #hasFailed = false;

  constructor(options: DiskSyncOptions) {
    this.#options = options;
  }

  settled(): Promise<void> {
    // A running flush may have begun before the last commit.
    this.#next ??= this.#flushAfter(this.#running);
    return this.#next;
  }

  async #flushAfter(earlier: Promise<void> | undefined): Promise<void> {
    await earlier?.catch(() => undefined);
    this.#running = this.#next;
    this.#next = undefined;
    try {
      if (this.#isClosed) throw new Error('it is closed');
      await this.#flushOrReset();
    } catch (cause) {
      this.#hasFailed = true;
      throw new DiskFailed(cause);
    }
    this.#hasFailed = false;
  }

  /**
   * The kernel reports a failed fsync once and marks the pages as clean: the next flush would succeed with a gap in the
   * WAL, where recovery would stop. The WAL must be truncated then, and flushed again.
   */
  async #flushOrReset(): Promise<void> {
    if (this.#hasFailed) await this.#options.emptyLog();
    await this.#options.flush();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await (this.#next ?? this.#running)?.catch(() => undefined);
    this.#options.closeLog();
  }
}

/**
 * Creates an empty file with mode 0600 unless it exists or the database is in memory. SQLite uses it as a new database
 * and creates the WAL with the same mode (https://www.sqlite.org/src/doc/trunk/src/os_unix.c, findCreateFileMode).
 * Does not open an existing file, because closing it would release the locks that SQLite holds on it in this process.
 */
export function ensurePrivateFile(path: string): void {
  if (path !== ':memory:' && !existsSync(path)) closeSync(openSync(path, 'a', 0o600));
}
