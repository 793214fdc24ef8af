import { createReadStream } from 'node:fs';
import { copyFile, lstat, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { connect, type DatabaseTarget } from '../../database/connect.ts';
import { migratorOf } from '../../database/migrate.ts';
import { isSecretOf } from '../../identity/index.ts';
import { eachOf } from '../../media/index.ts';
import { remarkAllStaticFiles } from '../../publishing/index.ts';
import type { Storage } from '../../storage/index.ts';
import { type Hashed, hashFile, hashOf, isSame } from '../checksum.ts';
import { removeLeftOver } from '../folders.ts';
import { openReceiver, openSnapshot, wouldReplace } from '../move-database.ts';
import { type CopyProgress, copyDatabase } from '../tables/copy-tables.ts';
import { nameToKeep } from '../tables/name-to-keep.ts';
import { readTablePlan, type TablePlan } from '../tables/table-plan.ts';
import { BackupError } from './backup-error.ts';
import {
  DATABASE,
  type Manifest,
  MEDIA,
  MEDIA_LIST,
  type MediaRecord,
  readManifest,
  readMediaRecord,
  SECRET,
} from './backup-manifest.ts';
import { type Progress, WIDTH } from './backup-media.ts';

export interface RestoreOptions {
  readonly folder: string;
  readonly to: DatabaseTarget;
  readonly storage: Storage;
  /** Folder in which the database of the backup is migrated before it is copied. */
  readonly workFolder: string;
  readonly secret: {
    readonly given: string | undefined;
    readonly file: string;
  };
  readonly isReplacing: boolean;
  readonly signal: AbortSignal;
  readonly onVerified: (progress: Progress) => void;
  readonly onTable: (progress: CopyProgress) => void;
  readonly onFile: (progress: Progress) => void;
}

export interface RestoreReport {
  readonly manifest: Manifest;
  readonly rows: number;
  readonly files: number;
  /** New path of the replaced database file; undefined when none was kept. */
  readonly formerDatabase: string | undefined;
  /** New path of the replaced secret file; undefined when the secret stays. */
  readonly formerSecret: string | undefined;
}

export interface RestorePlan {
  readonly manifest: Manifest;
  readonly isReplacing: boolean;
}

/** Fixed name, so that the next restore deletes what a killed one left. */
const WORK = 'restoring';
const isOfWork = (name: string) => name.startsWith(DATABASE);

/** @throws {BackupError | MoveError} with a message for the user */
export async function planRestore({
  folder,
  to,
  isReplacing,
}: Pick<RestoreOptions, 'folder' | 'to' | 'isReplacing'>): Promise<RestorePlan> {
  const manifest = await readManifest(folder);
  const plan = await readTablePlan();
  if (manifest.migrations.some((name) => !plan.migrations.includes(name)))
    throw new BackupError(`This backup was made by version ${manifest.version}, which is newer than this one.`);
  return { manifest, isReplacing: await wouldReplace(to, plan, { isReplacing }) };
}

/**
 * Verifies the backup, stores its files, and replaces the database last. An interrupted restore can be repeated.
 * @throws {BackupError | MoveError} with a message for the user
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreReport> {
  const { folder, workFolder, signal, onVerified } = options;
  const { manifest } = await planRestore(options);
  await verifyBackup(folder, manifest, { signal, onProgress: onVerified });
  const work = join(workFolder, WORK);
  await removeLeftOver(work, isOfWork);
  await mkdir(work, { recursive: true, mode: 0o700 });
  try {
    const path = join(work, DATABASE);
    const secret = await prepareDatabase(options, manifest, path);
    const files = await restoreMedia({ ...options, onProgress: options.onFile });
    return { manifest, files, ...(await takeOver(options, path, secret)) };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function prepareDatabase(options: RestoreOptions, manifest: Manifest, path: string): Promise<string> {
  await copyFile(join(options.folder, DATABASE), path);
  const database = connect({ engine: 'sqlite', path, isDisposable: true });
  try {
    const { error } = await migratorOf(database).migrateToLatest();
    if (error !== undefined) throw error;
    // Backups contain no static post files, so all are queued for writing.
    await remarkAllStaticFiles(database.writer, manifest.madeAt);
    const secret = await secretOf(options, manifest);
    if (!(await isSecretOf(database.writer, secret))) throw wrongSecret(options, manifest);
    return secret;
  } finally {
    await database.close();
  }
}

async function secretOf({ folder, secret }: RestoreOptions, manifest: Manifest): Promise<string> {
  if (secret.given !== undefined) return secret.given;
  const file = manifest.secret === 'included' ? join(folder, SECRET) : secret.file;
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined)
    throw new BackupError('This backup holds no secret: set SECRET to the one that its installation had.');
  return text.trim();
}

function wrongSecret({ secret }: RestoreOptions, manifest: Manifest): BackupError {
  const mend =
    secret.given !== undefined && manifest.secret === 'included'
      ? 'leave SECRET out, since the backup has its own, or set it to what it was'
      : 'set SECRET to the one that its installation had';
  return new BackupError(`The secret is not the one that this backup was made with: ${mend}.`);
}

async function takeOver(
  { to, isReplacing, signal, onTable, secret }: RestoreOptions,
  path: string,
  secretOfBackup: string,
): Promise<Pick<RestoreReport, 'rows' | 'formerDatabase' | 'formerSecret'>> {
  const plan: TablePlan = await readTablePlan();
  const source = await openSnapshot({ engine: 'sqlite', path }, plan);
  try {
    const target = await openReceiver(to, plan, { isReplacing });
    try {
      const tables = await copyDatabase({ source, target, plan, signal, onProgress: onTable });
      const formerSecret = secret.given === undefined ? await keepSecret(secret.file, secretOfBackup) : undefined;
      const formerDatabase = await target.finish();
      const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
      return { rows, formerDatabase, formerSecret };
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function keepSecret(file: string, secret: string): Promise<string | undefined> {
  const there = await readFile(file, 'utf8').catch(() => undefined);
  if (there?.trim() === secret) return undefined;
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.restored`;
  await writeFile(draft, `${secret}\n`, { mode: 0o600, flush: true });
  const former = there === undefined ? undefined : nameToKeep(file);
  if (former !== undefined) await rename(file, former);
  await rename(draft, file);
  return former;
}

interface RestoreMediaOptions {
  readonly storage: Storage;
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/** Stores the files of a backup that are missing or different, and verifies them. Returns their number. */
async function restoreMedia({ storage, folder, signal, onProgress }: RestoreMediaOptions): Promise<number> {
  let done = 0;
  await eachOf(mediaRecords(folder), { width: WIDTH, signal }, async (record) => {
    if (!(await isThere(storage, record))) {
      await storage.put(record.key, createReadStream(join(folder, MEDIA, record.key)));
      if (!(await isThere(storage, record)))
        throw new BackupError(`The storage did not keep ${record.key} as it was given.`);
    }
    done += 1;
    onProgress({ done, path: record.key });
  });
  signal.throwIfAborted();
  return done;
}

async function isThere(storage: Storage, record: MediaRecord): Promise<boolean> {
  const found = await storage.get(record.key);
  if (!found) return false;
  if (found.size !== record.bytes) {
    found.content.destroy();
    return false;
  }
  return isSame(await hashOf(found.content), record);
}

/**
 * Verifies all checksums of a backup.
 * @throws {BackupError} when a file is missing or differs
 */
async function verifyBackup(
  folder: string,
  manifest: Manifest,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (progress: Progress) => void },
): Promise<void> {
  await check(join(folder, DATABASE), manifest.database);
  await check(join(folder, MEDIA_LIST), manifest.media);
  if (manifest.secret === 'included') await checkThere(join(folder, SECRET));
  let done = 0;
  await eachOf(mediaRecords(folder), { width: WIDTH, signal }, async (record) => {
    await check(join(folder, MEDIA, record.key), record);
    done += 1;
    onProgress({ done, path: record.key });
  });
  signal.throwIfAborted();
  if (done !== manifest.media.files)
    throw new BackupError(`${MEDIA_LIST} names ${done} files in place of ${manifest.media.files}.`);
}

async function* mediaRecords(folder: string): AsyncGenerator<MediaRecord> {
  const lines = createInterface({
    input: createReadStream(join(folder, MEDIA_LIST)),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  for await (const line of lines) yield readMediaRecord(line);
}

async function check(path: string, expected: Hashed): Promise<void> {
  await checkThere(path);
  if (!isSame(await hashFile(path), expected))
    throw new BackupError(`The backup is damaged: ${path} is not what was written.`);
}

async function checkThere(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (!found?.isFile()) throw new BackupError(`The backup is not whole: ${path} is missing.`);
}
