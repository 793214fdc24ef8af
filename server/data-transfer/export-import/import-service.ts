import { existsSync } from 'node:fs';
import { mkdtempDisposable, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../database/connect.ts';
import { chunks } from '../../database/queries.ts';
import type { Transaction } from '../../database/tables.ts';
import { type Clock, DAY_MS, toInstant } from '../../platform/clock.ts';
import type { Renderer } from '../../rendering/index.ts';
import { isFull, isService } from '../../services/index.ts';
import type { Storage } from '../../storage/index.ts';
import { TransferError } from '../transfer-error.ts';
import { MANIFEST, type Manifest, type ManifestPart, RecordWriter, readManifest, readRecords } from './export-files.ts';
import type { TransferProgress, TransferReport } from './export-service.ts';
import {
  checkOriginals,
  type ImportedOriginal,
  type ImportedPictures,
  ORIGINALS,
  removeOriginals,
  storeOriginals,
} from './originals.ts';
import type { CheckContext, Part, StoreContext } from './part.ts';
import { parts } from './parts.ts';

export interface ImportOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly renderer: Renderer;
  readonly folder: string;
  readonly workFolder: string;
  readonly previewDays: number;
  readonly storage?: Storage | undefined;
  readonly onProgress?: (progress: TransferProgress) => void;
  readonly signal?: AbortSignal;
}

export interface ImportedService {
  readonly serviceId: string;
  readonly report: TransferReport;
}

export function isExportedService(folder: string): boolean {
  return existsSync(join(folder, MANIFEST));
}

/**
 * Checks and renders everything first, then stores it in one transaction, so that a failure leaves nothing.
 * @throws {TransferError} when the export is invalid or the service exists
 */
export async function importService(options: ImportOptions): Promise<ImportedService> {
  const { folder, database, renderer } = options;
  const manifest = await readManifest(folder, [...parts.map(({ name }) => name), ORIGINALS]);
  const { serviceId } = manifest;
  await rejectExistingService(database.reader, serviceId);
  await removeOldWorkFolders(options);
  await using work = await mkdtempDisposable(join(options.workFolder, WORK));
  const context = newCheckContext(serviceId, renderer);
  const job = { options, manifest, workFolder: work.path, context, progress: new Progress(manifest, options) };
  const checked: CheckedPart[] = [];
  for (const part of parts) checked.push({ part, files: await checkPart(part, job) });
  const originals = await checkOriginals(listedPart(manifest, ORIGINALS), {
    folder,
    originals: context.originals,
    onChecked: () => job.progress.step(ORIGINALS),
  });
  if (options.storage) await storeWithOriginals(originals, options.storage, { ...job, checked });
  else await storeRecords({ ...job, checked }, new Map());
  return { serviceId, report: manifest.parts.map(({ name, records }) => ({ name, records })) };
}

interface CheckJob {
  readonly options: ImportOptions;
  readonly manifest: Manifest;
  /** Checked records wait in files of this folder until all are checked. */
  readonly workFolder: string;
  readonly context: CheckContext;
  readonly progress: Progress;
}

interface CheckedPart {
  readonly part: Part;
  readonly files: ManifestPart;
}

type StoreJob = CheckJob & { readonly checked: readonly CheckedPart[] };

function listedPart({ parts: listed }: Manifest, partName: string): ManifestPart | undefined {
  return listed.find(({ name }) => name === partName);
}

const WORK = 'import-';

async function removeOldWorkFolders({ workFolder, clock }: Pick<ImportOptions, 'workFolder' | 'clock'>): Promise<void> {
  for (const name of await readdir(workFolder)) {
    const path = join(workFolder, name);
    const isOld = name.startsWith(WORK) && (await stat(path)).mtimeMs < clock.now().getTime() - DAY_MS;
    if (isOld) await rm(path, { recursive: true, force: true });
  }
}

async function rejectExistingService(db: Database['reader'], serviceId: string): Promise<void> {
  if (await isService(db, serviceId)) throw new TransferError(`The service ${serviceId} already exists.`);
  if (await isFull(db)) throw new TransferError('The maximum number of services is reached.');
}

function newCheckContext(serviceId: string, renderer: Renderer): CheckContext {
  return {
    serviceId,
    renderer,
    categories: new Map(),
    tagIds: new Set(),
    fileIds: new Set(),
    originals: new Map(),
    posts: new Map(),
    binnedPosts: new Map(),
    translations: new Map(),
    commentIds: new Set(),
  };
}

/** Concurrent checks, enough to keep all render processes busy. */
const CHECK_BATCH = 16;

async function checkPart(
  part: Part,
  { options: { folder }, manifest, workFolder, context, progress }: CheckJob,
): Promise<ManifestPart> {
  const writer = new RecordWriter(workFolder, part.name);
  for (const file of listedPart(manifest, part.name)?.files ?? []) {
    for (const records of chunks(await readRecords(folder, file), CHECK_BATCH)) {
      const checked = await Promise.all(
        records.map(({ value, location }) => withLocation(location, () => part.check(value, context))),
      );
      for (const one of checked) await writer.add(one);
      progress.step(part.name, records.length);
    }
  }
  part.finish?.(context);
  return writer.end();
}

async function withLocation<T>(location: string, check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    throw error instanceof TransferError ? new TransferError(`${location}: ${error.message}`) : error;
  }
}

async function storeWithOriginals(
  originals: readonly ImportedOriginal[],
  storage: Storage,
  job: StoreJob,
): Promise<void> {
  const { options, manifest, workFolder, progress } = job;
  const onStored = () => progress.step(ORIGINALS);
  const pictures = await storeOriginals(originals, { storage, workFolder, onStored });
  try {
    await storeRecords(job, pictures);
  } catch (error) {
    // A concurrent import of the same export uses the same files.
    if (!(await isService(options.database.reader, manifest.serviceId))) await removeOriginals(originals, storage);
    throw error;
  }
}

async function storeRecords(job: StoreJob, pictures: ImportedPictures): Promise<void> {
  await job.options.database.writer.transaction().execute((trx) => storeInTransaction(trx, job, pictures));
}

const STORE_BATCH = 100;

async function storeInTransaction(
  trx: Transaction,
  { options, workFolder, context: { serviceId, fileIds, posts, binnedPosts }, progress, checked }: StoreJob,
  pictures: ImportedPictures,
): Promise<void> {
  const { clock, previewDays } = options;
  await rejectExistingService(trx, serviceId);
  const context: StoreContext = {
    serviceId,
    clock,
    now: toInstant(clock.now()),
    previewDays,
    categoryIds: new Map(),
    categoryParents: new Map(),
    fileIds,
    pictures,
    translationSets: new Map(),
    posts,
    binnedPosts,
  };
  for (const { part, files } of checked) {
    for (const file of files.files) {
      const records = (await readRecords(workFolder, file)).map(({ value }) => value as object);
      for (const batch of chunks(records, STORE_BATCH)) {
        await part.store(trx, batch, context);
        progress.step(part.name, batch.length);
      }
    }
    await part.complete?.(trx, context);
  }
}

/** Counts each record twice: when it is checked and when it is stored. */
class Progress {
  readonly #total: number;
  readonly #options: Pick<ImportOptions, 'onProgress' | 'signal'>;
  #done = 0;

  constructor({ parts: listed }: Manifest, options: Pick<ImportOptions, 'onProgress' | 'signal'>) {
    this.#total = 2 * listed.reduce((sum, { records }) => sum + records, 0);
    this.#options = options;
  }

  step(part: string, records = 1): void {
    this.#options.signal?.throwIfAborted();
    this.#done += records;
    this.#options.onProgress?.({ done: this.#done, total: this.#total, path: part });
  }
}
