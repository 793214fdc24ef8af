import { RAW } from '#contract/image-variants.ts';
import { eachOf } from '../concurrency/each-of.ts';
import { type MediaPath, readMediaKey } from '../media/serving/media-path.ts';
import type { Storage } from '../storage/index.ts';

export interface MoveOptions {
  readonly source: Storage;
  readonly target: Storage;
  /**
   * Set when the server already uses the target: newer objects of the target stay, image sizes are not copied because
   * the server makes them, and post files are queued for writing by this function (false for unknown paths).
   */
  readonly remarkStaticFile?: (path: string) => Promise<boolean>;
  readonly signal: AbortSignal;
  readonly onProgress: (state: { readonly done: number; readonly path: string }) => void;
}

export interface MoveReport {
  readonly objects: number;
  readonly copied: number;
  readonly bytes: number;
  readonly passes: number;
  readonly isSettled: boolean;
}

const CONCURRENCY = 4;
/** A busy site never settles completely. */
const MAX_PASSES = 10;
const CLOCK_SKEW_MS = 60_000;
/** Copies are remembered so that clock differences do not cause a second copy. */
const MAX_REMEMBERED = 100_000;

/** Repeats until a pass finds nothing to copy. Only reads the source. An interrupted move can be started again. */
export async function moveMedia(options: MoveOptions): Promise<MoveReport> {
  const mover = new Mover(options);
  let passes = 0;
  let isSettled = false;
  let objects = 0;
  while (!isSettled && passes < MAX_PASSES && !options.signal.aborted) {
    const before = mover.copied;
    objects = await mover.pass();
    passes += 1;
    isSettled = mover.copied === before && !options.signal.aborted;
  }
  await mover.sweep();
  return { objects, copied: mover.copied, bytes: mover.bytes, passes, isSettled };
}

interface Stamp {
  readonly size: number;
  readonly modifiedAt: Date;
}

class Mover {
  readonly #options: MoveOptions;
  readonly #remembered = new Map<string, number>();
  copied = 0;
  bytes = 0;

  constructor(options: MoveOptions) {
    this.#options = options;
  }

  async pass(): Promise<number> {
    let done = 0;
    await this.#eachOf(this.#options.source, async ({ key, ...stamp }) => {
      if (!(await this.#isUpToDate(key, stamp))) await this.#transfer(key, stamp);
      done += 1;
      this.#options.onProgress({ done, path: key });
    });
    return done;
  }

  async sweep(): Promise<void> {
    const { source, target, remarkStaticFile } = this.#options;
    await this.#eachOf(target, async ({ key }) => {
      const kind = derivedKindOf(readMediaKey(key));
      const isConcerned = kind === 'post' || (kind === 'size' && !remarkStaticFile);
      if (!isConcerned || (await source.head(key))) return;
      if (!(await remarkStaticFile?.(key))) await target.delete(key);
    });
  }

  #eachOf(storage: Storage, work: (object: Stamp & { readonly key: string }) => Promise<void>): Promise<void> {
    return eachOf(storage.list(''), { width: CONCURRENCY, signal: this.#options.signal }, work);
  }

  async #isUpToDate(key: string, listed: Stamp): Promise<boolean> {
    const there = await this.#options.target.head(key);
    if (!there) return false;
    const lead = there.modifiedAt.getTime() - listed.modifiedAt.getTime();
    const isCopied = lead >= CLOCK_SKEW_MS || this.#remembered.get(key) === listed.modifiedAt.getTime();
    // After the switch the server may have replaced the object by one of another size.
    return isCopied && (there.size === listed.size || this.#options.remarkStaticFile !== undefined);
  }

  async #transfer(key: string, listed: Stamp): Promise<void> {
    const { remarkStaticFile } = this.#options;
    const kind = remarkStaticFile && derivedKindOf(readMediaKey(key));
    if (kind === 'size') return;
    if (kind !== 'post') return this.#copy(key, listed);
    if (this.#remembered.get(key) === listed.modifiedAt.getTime()) return;
    await remarkStaticFile?.(key);
    this.#remember(key, listed);
  }

  async #copy(key: string, listed: Stamp): Promise<void> {
    const { source, target } = this.#options;
    const found = await source.get(key);
    if (!found) return;
    await target.put(key, found.content).finally(() => found.content.destroy());
    const copy = await target.head(key);
    if (copy?.size !== found.size)
      throw new Error(`The copy of ${key} has ${copy?.size ?? 'no'} bytes instead of ${found.size}`);
    this.#remember(key, listed);
    this.copied += 1;
    this.bytes += found.size;
  }

  #remember(key: string, { modifiedAt }: Stamp): void {
    this.#remembered.delete(key);
    this.#remembered.set(key, modifiedAt.getTime());
    const [oldest] = this.#remembered.keys();
    if (oldest !== undefined && this.#remembered.size > MAX_REMEMBERED) this.#remembered.delete(oldest);
  }
}

function derivedKindOf(path: MediaPath | undefined): 'post' | 'size' | undefined {
  if (path?.kind === 'post') return 'post';
  return path?.kind === 'image' && path.size !== RAW ? 'size' : undefined;
}
