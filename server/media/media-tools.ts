import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Transaction } from 'kysely';
import type { Database } from '../database/connect.ts';
import type { Tables } from '../database/tables.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Vault } from '../platform/vault.ts';
import type { Storage } from '../storage/index.ts';
import type { ImageMaker } from './images/image-maker.ts';

/** Runs in the transaction of the change and locks the service first. */
export type OnFilesChanged = (
  trx: Transaction<Tables>,
  changed: { readonly serviceId: string; readonly fileIds: readonly string[]; readonly now: Date },
) => Promise<void>;

export interface MediaTools {
  readonly database: Database;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly log: Log;
  readonly vault: Vault;
  readonly images: ImageMaker;
  /** May be emptied while no process uses it. */
  readonly scratchDir: string;
  /** Has no trailing slash. */
  readonly mediaUrl: string;
  /** Has no trailing slash. When undefined, the origin of each request is used. */
  readonly publicUrl: string | undefined;
  readonly onFilesChanged: OnFilesChanged;
}

export async function withScratch<Result>(folder: string, work: (scratch: string) => Promise<Result>): Promise<Result> {
  const scratch = join(folder, randomUUID());
  await mkdir(scratch, { recursive: true });
  try {
    return await work(scratch);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

export async function tidyScratch(folder: string, before: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found && found.mtime < before) await rm(path, { recursive: true, force: true });
  }
}

export async function fetchObject(storage: Storage, key: string, path: string): Promise<boolean> {
  const found = await storage.get(key);
  if (!found) return false;
  await pipeline(found.content, createWriteStream(path, { flags: 'wx' }));
  return true;
}
