import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { hasCode } from './reason-of.ts';

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

/** Node's recursive mkdir never returns where existing folders are reported as missing, as in `/proc`. */
export async function makeFolder(folder: string, { mode = 0o777 }: { readonly mode?: number } = {}): Promise<void> {
  for (const missing of missingFolders(resolve(folder))) {
    try {
      await mkdir(missing, { mode });
    } catch (error) {
      // Created concurrently.
      if (!hasCode(error, ['EEXIST'])) throw error;
    }
  }
  if (!(await stat(folder)).isDirectory()) throw new Error(`${folder} is not a folder`);
}

function missingFolders(folder: string): readonly string[] {
  if (existsSync(folder) || dirname(folder) === folder) return [];
  return [...missingFolders(dirname(folder)), folder];
}

/** Makes new names in the folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(folder);
    await handle.sync();
  } catch (error) {
    // Windows cannot open folders; the folder may have been removed concurrently.
    if (!hasCode(error, ['EPERM', 'EISDIR', 'EINVAL', 'EACCES', 'ENOENT'])) throw error;
  } finally {
    await handle?.close();
  }
}
