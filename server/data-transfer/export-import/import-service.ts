import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transaction } from 'kysely';
import type { Database } from '../../database/connect.ts';
import type { Tables } from '../../database/tables.ts';
import { type Clock, toInstant } from '../../platform/clock.ts';
import type { Renderer } from '../../rendering/index.ts';
import { isFull, isService } from '../../services/index.ts';
import type { Storage } from '../../storage/index.ts';
import { TransferError } from '../transfer-error.ts';
import type { TransferProgress, TransferReport } from './export-service.ts';
import { MANIFEST, type Manifest, type ManifestPart, readManifest } from './manifest.ts';
import {
  checkOriginals,
  type ImportedOriginal,
  type ImportedPictures,
  ORIGINALS,
  putOriginals,
  removeOriginals,
} from './originals.ts';
import type { Draft, Part, Target } from './part.ts';
import { parts } from './parts.ts';
import { RecordWriter, readRecords } from './record-files.ts';

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
 * Imports an exported service. Checks and renders everything first, then stores it in one transaction, so that a
 * failure leaves nothing.
 * @throws {TransferError} when the export is invalid or the service exists
 */
export async function importService(options: ImportOptions): Promise<ImportedService> {
  const { folder, database } = options;
  const manifest = await readManifest(folder, [...parts.map(({ name }) => name), ORIGINALS]);
  const { serviceId } = manifest;
  await rejectTaken(database.reader, serviceId);
  await removeLeftBehind(options);
  const spool = await mkdtemp(join(options.workFolder, SPOOL));
  try {
    const progress = new Progress(manifest, options);
    const draft = newDraft(serviceId, options.renderer);
    const checked: Checked[] = [];
    for (const part of parts)
      checked.push({ part, files: await checkPart(part, manifest, { folder, spool, draft, progress }) });
    const stored = await checkOriginals(
      manifest.parts.find(({ name }) => name === ORIGINALS),
      { folder, originals: draft.originals, onChecked: () => progress.step(ORIGINALS) },
    );
    await withOriginals(stored, { ...options, workFolder: spool, serviceId, progress }, (pictures) =>
      database.writer
        .transaction()
        .execute((trx) => storeAll(trx, checked, { ...options, spool, draft, progress, pictures })),
    );
    return { serviceId, report: manifest.parts.map(({ name, records }) => ({ name, records })) };
  } finally {
    await rm(spool, { recursive: true, force: true });
  }
}

/** Stores the files before their records, and deletes them when the transaction fails. */
async function withOriginals(
  originals: readonly ImportedOriginal[],
  {
    database: { reader },
    storage,
    workFolder,
    serviceId,
    progress,
  }: Pick<ImportOptions, 'database' | 'storage' | 'workFolder'> & {
    readonly serviceId: string;
    readonly progress: Progress;
  },
  store: (pictures: ImportedPictures) => Promise<void>,
): Promise<void> {
  if (!storage) {
    await store(new Map());
    return;
  }
  const pictures = await putOriginals(originals, { storage, workFolder, onPut: () => progress.step(ORIGINALS) });
  try {
    await store(pictures);
  } catch (error) {
    // A concurrent import of the same export uses the same files.
    if (!(await isService(reader, serviceId))) await removeOriginals(originals, storage);
    throw error;
  }
}

const SPOOL = 'import-';
const DAY_MS = 86_400_000;

async function removeLeftBehind({ workFolder, clock }: Pick<ImportOptions, 'workFolder' | 'clock'>): Promise<void> {
  for (const name of await readdir(workFolder)) {
    const path = join(workFolder, name);
    const isOld = name.startsWith(SPOOL) && (await stat(path)).mtimeMs < clock.now().getTime() - DAY_MS;
    if (isOld) await rm(path, { recursive: true, force: true });
  }
}

async function rejectTaken(db: Database['reader'], serviceId: string): Promise<void> {
  if (await isService(db, serviceId)) throw new TransferError(`There is a service ${serviceId} already.`);
  if (await isFull(db)) throw new TransferError('There are as many services as there may be.');
}

function newDraft(serviceId: string, renderer: Renderer): Draft {
  return {
    serviceId,
    renderer,
    categories: new Map(),
    tagIds: new Set(),
    fileIds: new Set(),
    originals: new Map(),
    posts: new Map(),
    binnedPosts: new Map(),
    commentIds: new Set(),
  };
}

interface Checked {
  readonly part: Part;
  readonly files: ManifestPart;
}

interface CheckOptions {
  readonly folder: string;
  readonly spool: string;
  readonly draft: Draft;
  readonly progress: Progress;
}

async function checkPart(
  part: Part,
  manifest: Manifest,
  { folder, spool, draft, progress }: CheckOptions,
): Promise<ManifestPart> {
  const listed = manifest.parts.find(({ name }) => name === part.name);
  const writer = new RecordWriter(spool, part.name);
  for (const file of listed?.files ?? []) {
    const records = await readRecords(folder, file);
    for (let from = 0; from < records.length; from += AT_ONCE) {
      const some = records.slice(from, from + AT_ONCE);
      const checked = await Promise.all(some.map(({ value, place }) => at(place, () => part.check(value, draft))));
      for (const one of checked) await writer.add(one);
      progress.step(part.name, some.length);
    }
  }
  part.finish(draft);
  return writer.end();
}

/** Concurrent checks, enough to keep all render processes busy. */
const AT_ONCE = 16;

async function at<T>(place: string, check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    throw error instanceof TransferError ? new TransferError(`${place}: ${error.message}`) : error;
  }
}

const BATCH = 100;

async function storeAll(
  trx: Transaction<Tables>,
  checked: readonly Checked[],
  {
    clock,
    previewDays,
    spool,
    draft,
    progress,
    pictures,
  }: Pick<ImportOptions, 'clock' | 'previewDays'> &
    Omit<CheckOptions, 'folder'> & { readonly pictures: ImportedPictures },
): Promise<void> {
  const { serviceId, fileIds, posts, binnedPosts } = draft;
  await rejectTaken(trx, serviceId);
  const target: Target = {
    ...{ serviceId, clock, previewDays, fileIds, pictures, posts, binnedPosts },
    now: toInstant(clock.now()),
    categoryIds: new Map(),
    categoryParents: new Map(),
  };
  for (const { part, files } of checked) {
    for (const file of files.files) {
      const records = (await readRecords(spool, file)).map(({ value }) => value as object);
      for (let from = 0; from < records.length; from += BATCH) {
        const batch = records.slice(from, from + BATCH);
        await part.store(trx, batch, target);
        progress.step(part.name, batch.length);
      }
    }
    await part.complete(trx, target);
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
