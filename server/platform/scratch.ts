import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

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
