import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Storage } from '../storage/index.ts';

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
