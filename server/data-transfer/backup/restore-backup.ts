import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { connect, type DatabaseTarget } from '../../database/connect.ts';
import { applyMigrations } from '../../database/migrate.ts';
import { isSecretOf } from '../../database/pool-settings.ts';
import { remarkAllStaticFiles } from '../../publishing/index.ts';
import type { Storage } from '../../storage/index.ts';
import { nameForReplaced, removeLeftOver } from '../folders.ts';
import { copyDatabase, wouldReplace } from '../tables/copy-database.ts';
import type { CopyProgress } from '../tables/copy-tables.ts';
import { readTablePlan } from '../tables/table-plan.ts';
import { TransferError } from '../transfer-error.ts';
import { type BackupManifest, DATABASE, MEDIA_LIST, readManifest, SECRET } from './backup-manifest.ts';
import { type FileProgress, rejectMissing, restoreMedia, verifyFile, verifyMedia } from './backup-media.ts';

export interface RestoreOptions {
  readonly folder: string;
  readonly to: DatabaseTarget;
  readonly storage: Storage;
  /** Folder in which the database of the backup is migrated before it is copied. */
  readonly workFolder: string;
  readonly secret: {
    readonly configured: string | undefined;
    readonly file: string;
  };
  readonly isReplacing: boolean;
  readonly signal: AbortSignal;
  readonly onVerified: (progress: FileProgress) => void;
  readonly onTable: (progress: CopyProgress) => void;
  readonly onFile: (progress: FileProgress) => void;
}

export interface RestoreReport {
  readonly manifest: BackupManifest;
  readonly rows: number;
  readonly files: number;
  readonly formerDatabase: string | undefined;
  readonly formerSecret: string | undefined;
}

export interface RestorePlan {
  readonly manifest: BackupManifest;
  readonly isReplacing: boolean;
}

/** Fixed name, so that the next restore deletes what a killed one left. */
const WORK = 'restoring';
const isWorkFile = (name: string) => name.startsWith(DATABASE);

export async function planRestore({
  folder,
  to,
  isReplacing,
}: Pick<RestoreOptions, 'folder' | 'to' | 'isReplacing'>): Promise<RestorePlan> {
  const manifest = await readManifest(folder);
  const { migrations } = await readTablePlan();
  if (manifest.migrations.some((name) => !migrations.includes(name)))
    throw new TransferError(`This backup was made by version ${manifest.version}, which is newer than this one.`);
  return { manifest, isReplacing: await wouldReplace(to, { isReplacing }) };
}

/** Replaces the database last, so that an interrupted restore can be repeated. */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreReport> {
  const { folder, storage, signal, onFile } = options;
  const { manifest } = await planRestore(options);
  await verifyBackup(options, manifest);
  const work = join(options.workFolder, WORK);
  await removeLeftOver(work, isWorkFile);
  await mkdir(work, { recursive: true, mode: 0o700 });
  try {
    const path = join(work, DATABASE);
    const secret = await prepareDatabase(options, manifest, path);
    const files = await restoreMedia(storage, { folder, signal, onProgress: onFile });
    return { manifest, files, ...(await replaceDatabase(options, path, secret)) };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function verifyBackup({ folder, signal, onVerified }: RestoreOptions, manifest: BackupManifest): Promise<void> {
  await verifyFile(join(folder, DATABASE), manifest.database);
  await verifyFile(join(folder, MEDIA_LIST), manifest.media);
  if (manifest.secret === 'included') await rejectMissing(join(folder, SECRET));
  const files = await verifyMedia({ folder, signal, onProgress: onVerified });
  if (files !== manifest.media.files)
    throw new TransferError(`${MEDIA_LIST} names ${files} files instead of ${manifest.media.files}.`);
}

async function prepareDatabase(options: RestoreOptions, manifest: BackupManifest, path: string): Promise<string> {
  await copyFile(join(options.folder, DATABASE), path);
  await using database = connect({ engine: 'sqlite', path, isDisposable: true });
  await applyMigrations(database);
  // Backups contain no static post files, so all are queued for writing.
  await remarkAllStaticFiles(database.writer, manifest.madeAt);
  const secret = await secretFor(options, manifest);
  if (!(await isSecretOf(database.writer, secret))) throw wrongSecret(options, manifest);
  return secret;
}

async function secretFor({ folder, secret }: RestoreOptions, manifest: BackupManifest): Promise<string> {
  if (secret.configured !== undefined) return secret.configured;
  const file = manifest.secret === 'included' ? join(folder, SECRET) : secret.file;
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined)
    throw new TransferError('This backup contains no secret: set SECRET to the one that its installation had.');
  return text.trim();
}

function wrongSecret({ secret }: RestoreOptions, manifest: BackupManifest): TransferError {
  const advice =
    secret.configured !== undefined && manifest.secret === 'included'
      ? 'leave SECRET out, since the backup has its own, or set it to what it was'
      : 'set SECRET to the one that its installation had';
  return new TransferError(`The secret is not the one that this backup was made with: ${advice}.`);
}

async function replaceDatabase(options: RestoreOptions, path: string, secretOfBackup: string) {
  const { configured, file } = options.secret;
  let formerSecret: string | undefined;
  const { rows, formerDatabase } = await copyDatabase({
    ...options,
    from: { engine: 'sqlite', path },
    onProgress: options.onTable,
    beforeFinish: async () => {
      if (configured === undefined) formerSecret = await replaceSecret(file, secretOfBackup);
    },
  });
  return { rows, formerDatabase, formerSecret };
}

async function replaceSecret(file: string, secret: string): Promise<string | undefined> {
  const existing = await readFile(file, 'utf8').catch(() => undefined);
  if (existing?.trim() === secret) return undefined;
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.restored`;
  await writeFile(draft, `${secret}\n`, { mode: 0o600, flush: true });
  const former = existing === undefined ? undefined : nameForReplaced(file);
  if (former !== undefined) await rename(file, former);
  await rename(draft, file);
  return former;
}
