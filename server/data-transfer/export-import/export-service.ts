import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database, Db } from '../../database/connect.ts';
import { makeFolder } from '../../platform/folders.ts';
import { reasonOf } from '../../platform/reason-of.ts';
import type { Storage } from '../../storage/index.ts';
import { TransferError } from '../transfer-error.ts';
import { listUploadedFiles } from '../uploaded-file.repository.ts';
import { type ManifestPart, RecordWriter, writeManifest } from './export-files.ts';
import { exportOriginals, ORIGINALS } from './originals.ts';
import type { Part } from './part.ts';
import { parts } from './parts.ts';
import { inSnapshot } from './service-rows.repository.ts';

export interface TransferProgress {
  readonly done: number;
  readonly total: number;
  readonly path: string;
}

export interface ExportOptions {
  readonly database: Database;
  readonly serviceId: string;
  /** Without a storage the export has no files. */
  readonly storage?: Storage | undefined;
  /** Created when missing; must be empty. */
  readonly folder: string;
  readonly onProgress?: (progress: TransferProgress) => void;
  readonly signal?: AbortSignal;
}

export type TransferReport = readonly Pick<ManifestPart, 'name' | 'records'>[];

export interface ExportedService {
  readonly report: TransferReport;
  readonly missing: readonly string[];
}

/**
 * Reads one database snapshot. Empties the folder after a failure or abort.
 * @throws {TransferError} when the service does not exist or the folder cannot be used
 */
export async function exportService(options: ExportOptions): Promise<ExportedService> {
  const { database, serviceId, folder, storage } = options;
  await createEmptyFolder(folder);
  try {
    const { written, originals, onRecord } = await inSnapshot(database, (db) => writeParts(db, options));
    const onCopied = () => onRecord(ORIGINALS);
    const copied = storage && (await exportOriginals(originals, { storage, folder, onCopied }));
    const report = [...written, ...(copied ? [copied.part] : [])];
    // Written last: a folder without manifest is no export.
    await writeManifest(folder, { serviceId, parts: report });
    return { report, missing: copied?.missing ?? [] };
  } catch (error) {
    for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
    throw error;
  }
}

async function createEmptyFolder(folder: string): Promise<void> {
  let names: string[];
  try {
    await makeFolder(folder);
    names = await readdir(folder);
  } catch (error) {
    throw new TransferError(`The folder is not writable: ${reasonOf(error)}`);
  }
  if (names.length > 0) throw new TransferError('The folder is not empty. Choose a new one.');
}

async function writeParts(db: Db, { serviceId, folder, storage, onProgress, signal }: ExportOptions) {
  const originals = storage ? await listUploadedFiles(db, serviceId) : [];
  let total = originals.length;
  for (const part of parts) total += await part.count(db, serviceId);
  let done = 0;
  const onRecord = (path: string) => {
    signal?.throwIfAborted();
    done += 1;
    onProgress?.({ done, total, path });
  };
  const written: ManifestPart[] = [];
  for (const part of parts)
    written.push(await writePart(db, part, { serviceId, folder, onRecord: () => onRecord(part.name) }));
  return { written, originals, onRecord };
}

async function writePart(
  db: Db,
  part: Part,
  { serviceId, folder, onRecord }: { serviceId: string; folder: string; onRecord: () => void },
): Promise<ManifestPart> {
  const writer = new RecordWriter(folder, part.name);
  for await (const record of part.read(db, serviceId)) {
    await writer.add(record);
    onRecord();
  }
  return writer.end();
}
