import { copyFile, mkdir, open, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { connect, type DatabaseTarget } from '../database/connect.ts';
import {
  type CopyProgress,
  copyDatabase,
  openReceiver,
  openSnapshot,
  readTablePlan,
  type TableDigests,
  type TablePlan,
} from '../moving/index.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import type { Storage } from '../storage/index.ts';
import { BackupError } from './backup-error.ts';
import { type CopiedMedia, copyMedia, type Progress } from './copy-media.ts';
import { hashFile } from './hash-file.ts';
import { DATABASE, MANIFEST, MEDIA, MEDIA_LIST, SECRET, type SecretHandling, writeManifest } from './manifest.ts';
import { namesIn, removeLeftOver } from './remove-left-over.ts';

export interface BackupOptions {
  readonly from: DatabaseTarget;
  readonly storage: Storage;
  /** Where to; it must not be there, or be empty. */
  readonly folder: string;
  /** Of the product. */
  readonly version: string;
  readonly clock: Clock;
  /** Of what is secret here; the path of the file with it, where it is to come along. */
  readonly secret: { readonly handling: SecretHandling; readonly file?: string };
  readonly signal: AbortSignal;
  readonly onTable: (progress: CopyProgress) => void;
  readonly onFile: (progress: Progress) => void;
}

export interface BackupReport extends CopiedMedia {
  readonly rows: number;
}

/**
 * Copies the database as it is at this moment into a SQLite file, and then the files that it knows, beside a running
 * server. The folder has another name until all of it is there.
 * @throws {BackupError | MoveError} with what stands in the way.
 */
export async function makeBackup(options: BackupOptions): Promise<BackupReport> {
  const { folder, from, version, clock, secret } = options;
  await checkFree(folder);
  const draft = `${folder}.unfinished`;
  await removeLeftOver(draft, isOfBackup);
  const madeAt = toInstant(clock.now());
  try {
    await mkdir(draft, { recursive: true, mode: 0o700 });
    const plan = await readTablePlan();
    const tables = await backUpDatabase(options, plan, join(draft, DATABASE));
    const media = await backUpMedia(options, draft);
    if (secret.file !== undefined) await copySecret(secret.file, join(draft, SECRET));
    await writeManifest(draft, {
      ...{ version, madeAt, engine: from.engine, migrations: [...plan.migrations], tables },
      database: await hashFile(join(draft, DATABASE)),
      media: {
        ...(await hashFile(join(draft, MEDIA_LIST))),
        ...{ files: media.files, bytesOfFiles: media.bytesOfFiles, missing: media.missing },
      },
      secret: secret.handling,
    });
    await checkFree(folder);
    await rename(draft, folder);
    await syncFolder(dirname(folder));
    return { ...media, rows: Object.values(tables).reduce((sum, table) => sum + table.rows, 0) };
  } catch (error) {
    await removeLeftOver(draft, isOfBackup);
    throw error;
  }
}

async function backUpDatabase(
  { from, signal, onTable }: BackupOptions,
  plan: TablePlan,
  path: string,
): Promise<TableDigests> {
  const source = await openSnapshot(from, plan);
  try {
    const target = await openReceiver({ engine: 'sqlite', path }, plan, { isReplacing: false });
    try {
      const tables = await copyDatabase({ source, target, plan, signal, onProgress: onTable });
      await target.finish();
      return tables;
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function backUpMedia({ storage, signal, onFile }: BackupOptions, folder: string): Promise<CopiedMedia> {
  const database = connect({ engine: 'sqlite', path: join(folder, DATABASE) });
  try {
    return await copyMedia({ storage, db: database.reader, folder, signal, onProgress: onFile });
  } finally {
    await database.close();
  }
}

async function copySecret(file: string, to: string): Promise<void> {
  await copyFile(file, to);
  const handle = await open(to, 'r+');
  try {
    await handle.chmod(0o600);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function checkFree(folder: string): Promise<void> {
  if ((await namesIn(folder)).length > 0) throw new BackupError(`${folder} is there already: name another folder.`);
}

const OURS: ReadonlySet<string> = new Set([DATABASE, MEDIA, MEDIA_LIST, MANIFEST, SECRET]);
const isOfBackup = (name: string) => OURS.has(name) || name.startsWith(DATABASE);

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
