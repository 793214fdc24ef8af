import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { fitsFormat, parseVariantSize, variantDimensions } from '#contract/image-variants.ts';
import { extensionOf, isPictureType, type PictureType } from '#contract/media-types.ts';
import { Semaphore } from '../../concurrency/semaphore.ts';
import { waitAtMost } from '../../concurrency/timers.ts';
import type { Database } from '../../database/connect.ts';
import type { FileRow } from '../../database/media-tables.ts';
import { HttpError, unavailable } from '../../http/errors.ts';
import { OutOfMemory } from '../../media-images/image-processor.ts';
import { withScratch } from '../../platform/folders.ts';
import { findServiceDetail } from '../../services/index.ts';
import { fetchObject, type Storage } from '../../storage/index.ts';
import { findFile } from '../file.repository.ts';
import { originalKey, variantKey } from '../media-keys.ts';
import type { MediaTools } from '../media-tools.ts';
import { pictureOf } from './describe-file.ts';

const STOP_MS = 3000;
const MAX_QUEUED = 200;

interface Queue {
  readonly waiting: FileRow[];
  working: Promise<void> | undefined;
}

const queues = new WeakMap<Database, Queue>();

export function queueVariants(tools: MediaTools, file: FileRow): void {
  const queue = queues.get(tools.database) ?? { waiting: [], working: undefined };
  queues.set(tools.database, queue);
  if (queue.waiting.length >= MAX_QUEUED) return;
  queue.waiting.push(file);
  queue.working ??= work(tools, queue).finally(() => {
    queue.working = undefined;
  });
}

export function countQueuedPictures({ database }: Pick<MediaTools, 'database'>): number {
  return queues.get(database)?.waiting.length ?? 0;
}

export async function stopQueue({ database }: Pick<MediaTools, 'database'>): Promise<void> {
  const queue = queues.get(database);
  queue?.waiting.splice(0);
  await waitAtMost(STOP_MS, queue?.working);
}

async function work(tools: MediaTools, { waiting }: Queue): Promise<void> {
  for (let file = waiting.shift(); file; file = waiting.shift()) {
    const { serviceId, fileId } = file;
    await makeVariants(tools, file).catch((error) =>
      tools.log.warn({ serviceId, fileId, reason: error.message }, 'generating image sizes failed'),
    );
  }
}

const PERMITS = { count: 4, maxWaiting: 200, maxWaitMs: 20_000 };
const RETRY_AFTER_MS = 60_000;
const MAX_FAILED = 1000;

class VariantRuns {
  readonly #running = new Map<string, Promise<boolean>>();
  readonly #failed = new Map<string, number>();
  readonly #semaphore = new Semaphore(PERMITS);
  #cancellations = 0;

  get isIdle(): boolean {
    return this.#running.size === 0;
  }

  find(name: string): Promise<boolean> | undefined {
    return this.#running.get(name);
  }

  make(names: readonly string[], work: () => Promise<boolean>): Promise<boolean> {
    const run = work();
    for (const name of names) this.#running.set(name, run);
    const end = () => {
      for (const name of names) if (this.#running.get(name) === run) this.#running.delete(name);
    };
    run.then(end, end);
    return run;
  }

  async runWithPermit<T>(work: () => Promise<T>): Promise<{ readonly done: T } | undefined> {
    const cancellations = this.#cancellations;
    try {
      await this.#semaphore.acquire();
    } catch {
      return undefined;
    }
    try {
      if (cancellations !== this.#cancellations) return undefined;
      return { done: await work() };
    } finally {
      this.#semaphore.release();
    }
  }

  hasFailed(name: string, now: number): boolean {
    return (this.#failed.get(name) ?? 0) > now;
  }

  noteFailure(name: string, now: number): void {
    const [oldest] = this.#failed.keys();
    if (this.#failed.size >= MAX_FAILED && oldest !== undefined) this.#failed.delete(oldest);
    this.#failed.delete(name);
    this.#failed.set(name, now + RETRY_AFTER_MS);
  }

  async cancel(): Promise<void> {
    const running = [...this.#running.values()];
    this.#cancellations += 1;
    await waitAtMost(STOP_MS, Promise.allSettled(running));
  }
}

export type VariantTools = Pick<MediaTools, 'database' | 'storage' | 'images' | 'scratchDir' | 'clock' | 'log'>;

export interface Variant {
  readonly size: string;
  readonly mimeType: PictureType;
}

const AVIF: PictureType = 'image/avif';
const BATCH = 8;

/** Permanent failure: the picture cannot be made from this original. */
export class VariantFailed extends Error {
  override readonly name = 'VariantFailed';
}

const variantRuns = new WeakMap<Storage, VariantRuns>();

export function runsOf(storage: Storage): VariantRuns {
  const found = variantRuns.get(storage) ?? new VariantRuns();
  variantRuns.set(storage, found);
  return found;
}

/**
 * Its own format and WebP come first, then AVIF. Replaces existing sizes.
 * @throws {VariantFailed} when it fails permanently
 * @throws {HttpError} when it fails temporarily
 */
export async function makeVariants(tools: VariantTools, file: FileRow): Promise<void> {
  const service = pictureOf(file) && (await findServiceDetail(tools.database.reader, file.serviceId));
  if (!service) return;
  const sizes = service.configs.mediaUploadImageSizes.filter((size) => parseVariantSize(size) !== undefined);
  const all = sizes.flatMap((size) => formatsOf(file, size).map((mimeType) => ({ size, mimeType })));
  const isSlow = ({ mimeType }: Variant) => mimeType === AVIF && mimeType !== file.mimeType;
  for (const requested of [all.filter((variant) => !isSlow(variant)), all.filter(isSlow)]) {
    const isFree = (variant: Variant) => runsOf(tools.storage).find(keyOf(file, variant)) === undefined;
    for (let at = 0; at < requested.length; at += BATCH) {
      const batch = requested.slice(at, at + BATCH).filter(isFree);
      if (batch.length > 0 && !(await makeBatch(tools, file, batch))) return;
    }
  }
}

/**
 * Concurrent callers share one run. Returns false without an original of that version.
 * @throws {VariantFailed} when it fails permanently
 * @throws {HttpError} when it fails temporarily
 */
export async function makeVariant(tools: VariantTools, file: FileRow, variant: Variant): Promise<boolean> {
  return runsOf(tools.storage).find(keyOf(file, variant)) ?? makeBatch(tools, file, [variant]);
}

export function formatsOf(file: FileRow, size: string): PictureType[] {
  const { mimeType } = file;
  const picture = pictureOf(file);
  const variant = parseVariantSize(size);
  if (!picture || !variant || !isPictureType(mimeType)) return [];
  const formats = new Set<PictureType>([mimeType, 'image/webp', ...(file.isAnimated === 1 ? [] : [AVIF])]);
  return [...formats].filter((format) => fitsFormat(format, variantDimensions(variant, picture)));
}

export function keyOf(file: FileRow, { size, mimeType }: Variant): string {
  return variantKey(file, size, extensionOf(mimeType));
}

function makeBatch(tools: VariantTools, file: FileRow, variants: readonly Variant[]): Promise<boolean> {
  const keys = variants.map((variant) => keyOf(file, variant));
  const runs = runsOf(tools.storage);
  return runs.make(keys, async () => {
    const result = await runs
      .runWithPermit(() => makeFrom(tools, file, variants))
      .catch((error: unknown) => {
        if (error instanceof VariantFailed) noteFailure(tools, file, { keys, error });
        throw error;
      });
    if (!result) throw unavailable();
    return result.done;
  });
}

function noteFailure(
  { storage, clock, log }: VariantTools,
  { serviceId, fileId }: FileRow,
  { keys, error }: { readonly keys: readonly string[]; readonly error: VariantFailed },
): void {
  for (const key of keys) runsOf(storage).noteFailure(key, clock.now().getTime());
  log.warn({ serviceId, fileId, objects: keys, reason: error.message }, 'resizing image failed');
}

async function makeFrom(tools: VariantTools, file: FileRow, variants: readonly Variant[]): Promise<boolean> {
  const { storage, images, scratchDir } = tools;
  return withScratch(scratchDir, async (scratch) => {
    const source = { path: join(scratch, 'original') };
    if (!(await fetchObject(storage, originalKey(file), source.path))) return false;
    const requested = variants.map((variant, at) => ({ ...variant, path: join(scratch, String(at)) }));
    await images.make(source, requested).catch(throwPermanentFailure);
    for (const variant of requested) await storage.put(keyOf(file, variant), createReadStream(variant.path));
    if (await isCurrent(tools, file)) return true;
    // Replaced or deleted meanwhile. That clean-up did not see these objects.
    for (const variant of requested) await storage.delete(keyOf(file, variant));
    return false;
  });
}

/** Overload is temporary. Running out of memory is not: the same picture would do so again. */
function throwPermanentFailure(error: unknown): never {
  if (error instanceof HttpError && error.status >= 500 && !(error instanceof OutOfMemory)) throw error;
  throw new VariantFailed(error instanceof Error ? error.message : String(error), { cause: error });
}

/** Clean-up clears `uploadedAt` before deleting bytes, and deletes the record last. */
async function isCurrent({ database }: VariantTools, { serviceId, fileId, version }: FileRow): Promise<boolean> {
  const file = await findFile(database.reader, serviceId, fileId);
  return file?.version === version && file.uploadedAt !== null;
}
