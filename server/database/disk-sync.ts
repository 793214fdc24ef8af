import { closeSync, fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';

const flush = promisify(fdatasync);

/**
 * Waits until what has been committed is safe on the disk, away from the event loop and once for all who wait: several
 * commits cost one flush, and readers are answered meanwhile.
 */
export class DiskSync {
  readonly #path: string;
  #descriptor: number | undefined;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** All that is in the file now is safe once this has come to its end. */
  settled(): Promise<void> {
    // What runs already may have begun before the last commit.
    this.#next ??= this.#flushAfter(this.#running);
    return this.#next;
  }

  async #flushAfter(earlier: Promise<void> | undefined): Promise<void> {
    await earlier?.catch(() => undefined);
    this.#running = this.#next;
    this.#next = undefined;
    this.#descriptor ??= openSync(this.#path, 'r+');
    await flush(this.#descriptor);
  }

  /** To be called when nobody waits any more. */
  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }
}
