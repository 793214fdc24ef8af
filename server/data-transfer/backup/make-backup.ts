import { open, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { connect, type DatabaseTarget } from '../../database/connect.ts';
import { isSealed, isSecretOf } from '../../identity/index.ts';
import { type Clock, toInstant } from '../../platform/clock.ts';
import { makeFolder } from '../../platform/make-folder.ts';
import type { Storage } from '../../storage/index.ts';
import { hashFile } from '../checksum.ts';
import { namesIn, removeLeftOver } from '../folders.ts';
import { openReceiver, openSnapshot } from '../move-database.ts';
import { type CopyProgress, copyDatabase, type TableDigests } from '../tables/copy-tables.ts';
import { readTablePlan, type TablePlan } from '../tables/table-plan.ts';
import { BackupError } from './backup-error.ts';
import {
  DATABASE,
  MANIFEST,
  MEDIA,
  MEDIA_LIST,
  SECRET,
  type SecretHandling,
  writeManifest,
} from './backup-manifest.ts';
import { type CopiedMedia, copyMedia, type Progress } from './backup-media.ts';

export interface BackupOptions {
  readonly from: DatabaseTarget;
  readonly storage: Storage;
  /** Destination; must not exist or be empty. */
  readonly folder: string;
  readonly version: string;
  readonly clock: Clock;
  /** Secret of the installation; undefined when there is none. Copied only with `handling` `included`. */
  readonly secret: { readonly handling: SecretHandling; readonly value?: string | undefined };
  readonly signal: AbortSignal;
  readonly onTable: (progress: CopyProgress) => void;
  readonly onFile: (progress: Progress) => void;
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
 * Copies a snapshot of the database and then its files, beside a running server. The folder gets its name when it is
 * complete. A secret that does not decrypt the data is left out, since it would be mistaken for the right one.
 * @throws {BackupError | MoveError} with a message for the user
 */
export async function makeBackup(options: BackupOptions): Promise<BackupReport> {
  const { folder, from, version, clock, secret } = options;
  await checkFree(folder);
  const draft = `${folder}.unfinished`;
  await removeLeftOver(draft, isOfBackup);
  const madeAt = toInstant(clock.now());
  try {
    await makeDraft(draft);
    const plan = await readTablePlan();
    const tables = await backUpDatabase(options, plan, join(draft, DATABASE));
    const media = await backUpMedia(options, draft);
    const isOpened = await isOpenedBy(secret.value, join(draft, DATABASE));
    const handling = secret.handling === 'included' && isOpened === false ? 'left-out' : secret.handling;
    if (handling === 'included' && secret.value !== undefined) await writeSecret(secret.value, join(draft, SECRET));
    await writeManifest(draft, {
      ...{ version, madeAt, engine: from.engine, migrations: [...plan.migrations], tables },
      database: await hashFile(join(draft, DATABASE)),
      media: {
        ...(await hashFile(join(draft, MEDIA_LIST))),
        ...{ files: media.files, bytesOfFiles: media.bytesOfFiles, missing: media.missing },
      },
      secret: handling,
    });
    await checkFree(folder);
    await rename(draft, folder);
    await syncFolder(dirname(folder));
    const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
    return { ...media, rows, secret: handling, isOpened };
  } catch (error) {
    await removeLeftOver(draft, isOfBackup);
    throw error;
  }
}

async function makeDraft(folder: string): Promise<void> {
  try {
    await makeFolder(folder, { mode: 0o700 });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : cause;
    throw new BackupError(`The folder ${folder} cannot be made: ${reason}.`, { cause });
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

/** Tests the secret with the copy, since that of the installation may change meanwhile. */
async function isOpenedBy(secret: string | undefined, path: string): Promise<boolean | undefined> {
  const database = connect({ engine: 'sqlite', path });
  try {
    if (!(await isSealed(database.reader))) return undefined;
    return secret !== undefined && (await isSecretOf(database.reader, secret));
  } finally {
    await database.close();
  }
}

async function writeSecret(secret: string, to: string): Promise<void> {
  await writeFile(to, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true });
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
