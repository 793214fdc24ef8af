export interface DiskSyncOptions {
  /** Waits until the log is on the disk. */
  readonly flush: () => Promise<void>;
  /** Brings all that has been committed into the database file, synced, and empties the log. */
  readonly emptyLog: () => Promise<void>;
}

/** Thrown where the disk has failed: what was committed is there to be read, and may be gone after a power cut. */
export class DiskFailed extends Error {
  readonly code = 'DATABASE_DISK_FAILED';

  constructor(cause: unknown) {
    super(`The database may not be safe on the disk: ${String(cause)}`, { cause });
    this.name = 'DiskFailed';
  }
}

/**
 * Waits until what has been committed is safe on the disk, away from the event loop and once for all who wait: several
 * commits cost one flush, and readers are answered meanwhile.
 */
export class DiskSync {
  readonly #options: DiskSyncOptions;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #isClosed = false;
  #hasFailed = false;

  constructor(options: DiskSyncOptions) {
    this.#options = options;
  }

  /** Whether the last flush has failed, and nothing has made good for it since. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /**
   * All that is committed now is safe once this has come to its end.
   * @throws {DiskFailed}
   */
  settled(): Promise<void> {
    // What runs already may have begun before the last commit.
    this.#next ??= this.#flushAfter(this.#running);
    return this.#next;
  }

  async #flushAfter(earlier: Promise<void> | undefined): Promise<void> {
    await earlier?.catch(() => undefined);
    this.#running = this.#next;
    this.#next = undefined;
    try {
      if (this.#isClosed) throw new Error('it is closed');
      await this.#makeSafe();
    } catch (cause) {
      this.#hasFailed = true;
      throw new DiskFailed(cause);
    }
    this.#hasFailed = false;
  }

  /**
   * The system tells of a failing flush once and takes its pages for written: the next flush would succeed, with a hole
   * in the log that ends it there for whoever reads it after a power cut. Then the log has to be left behind; its flush
   * makes sure that it is empty on the disk, too.
   */
  async #makeSafe(): Promise<void> {
    if (this.#hasFailed) await this.#options.emptyLog();
    await this.#options.flush();
  }

  /** Lets the flush that runs come to its end; there is no other. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await (this.#next ?? this.#running)?.catch(() => undefined);
  }
}
