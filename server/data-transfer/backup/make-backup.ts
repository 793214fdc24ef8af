import { rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { connect, type DatabaseTarget, type Db } from '../../database/connect.ts';
import { isSealed, isSecretOf } from '../../database/pool-settings.ts';
import { type Clock, toInstant } from '../../platform/clock.ts';
import { makeFolder, syncFolder } from '../../platform/folders.ts';
import { reasonOf } from '../../platform/reason-of.ts';
import type { Storage } from '../../storage/index.ts';
import { checksumOfFile } from '../checksum.ts';
import { namesIn, removeLeftOver } from '../folders.ts';
import { copyDatabase } from '../tables/copy-database.ts';
import type { CopyProgress } from '../tables/copy-tables.ts';
import { readTablePlan } from '../tables/table-plan.ts';
import { TransferError } from '../transfer-error.ts';
import {
  DATABASE,
  MANIFEST,
  MEDIA,
  MEDIA_LIST,
  SECRET,
  type SecretHandling,
  writeManifest,
} from './backup-manifest.ts';
import { backUpMedia, type CopiedMedia, type FileProgress } from './backup-media.ts';

export interface BackupOptions {
  readonly from: DatabaseTarget;
  readonly storage: Storage;
  /** Must be empty or missing. */
  readonly folder: string;
  readonly version: string;
  readonly clock: Clock;
  /** Copied only with `handling` `included`. */
  readonly secret: { readonly handling: SecretHandling; readonly value?: string | undefined };
  readonly signal: AbortSignal;
  readonly onTable: (progress: CopyProgress) => void;
  readonly onFile: (progress: FileProgress) => void;
}

export interface BackupReport extends CopiedMedia {
  readonly rows: number;
  readonly secret: SecretHandling;
  /**
   * True when the secret decrypts the data of the backup, false when it does not or is missing, undefined without
   * encrypted data.
   */
  readonly isOpened: boolean | undefined;
}

/**
 * Works beside a running server. The folder gets its name when it is complete. A secret that does not decrypt the data
 * is left out, since it would be mistaken for the right one.
 */
export async function makeBackup(options: BackupOptions): Promise<BackupReport> {
  const { folder } = options;
  await rejectUsed(folder);
  const draft = `${folder}.unfinished`;
  await removeLeftOver(draft, isOfBackup);
  try {
    const report = await fillFolder(options, draft);
    await rejectUsed(folder);
    await rename(draft, folder);
    await syncFolder(dirname(folder)).catch(() => {});
    return report;
  } catch (error) {
    await removeLeftOver(draft, isOfBackup);
    throw error;
  }
}

async function fillFolder(options: BackupOptions, folder: string): Promise<BackupReport> {
  const { from, version, clock, secret, signal, onTable } = options;
  const madeAt = toInstant(clock.now());
  await createFolder(folder);
  const path = join(folder, DATABASE);
  const to = { engine: 'sqlite', path } as const;
  const { tables, rows } = await copyDatabase({ from, to, isReplacing: false, signal, onProgress: onTable });
  const { media, isOpened } = await readCopy(options, folder, path);
  const handling = secret.handling === 'included' && isOpened === false ? 'left-out' : secret.handling;
  if (handling === 'included' && secret.value !== undefined)
    await writeFile(join(folder, SECRET), `${secret.value}\n`, { mode: 0o600, flag: 'wx', flush: true });
  const { files, bytesOfFiles, missing } = media;
  await writeManifest(folder, {
    version,
    madeAt,
    engine: from.engine,
    migrations: [...(await readTablePlan()).migrations],
    tables,
    database: await checksumOfFile(path),
    media: { ...(await checksumOfFile(join(folder, MEDIA_LIST))), files, bytesOfFiles, missing },
    secret: handling,
  });
  return { ...media, rows, secret: handling, isOpened };
}

async function createFolder(folder: string): Promise<void> {
  try {
    await makeFolder(folder, { mode: 0o700 });
  } catch (cause) {
    throw new TransferError(`The folder ${folder} cannot be created: ${reasonOf(cause)}.`, { cause });
  }
}

/** Reads the copy, since the installation may change meanwhile. */
async function readCopy({ storage, secret, signal, onFile }: BackupOptions, folder: string, path: string) {
  await using copy = connect({ engine: 'sqlite', path });
  const media = await backUpMedia(storage, copy.reader, { folder, signal, onProgress: onFile });
  return { media, isOpened: await decrypts(secret.value, copy.reader) };
}

async function decrypts(secret: string | undefined, db: Db): Promise<boolean | undefined> {
  if (!(await isSealed(db))) return undefined;
  return secret !== undefined && (await isSecretOf(db, secret));
}

async function rejectUsed(folder: string): Promise<void> {
  if ((await namesIn(folder)).length > 0) throw new TransferError(`${folder} already exists. Use another folder.`);
}

const BACKUP_NAMES: ReadonlySet<string> = new Set([DATABASE, MEDIA, MEDIA_LIST, MANIFEST, SECRET]);
const isOfBackup = (name: string) => BACKUP_NAMES.has(name) || name.startsWith(DATABASE);
