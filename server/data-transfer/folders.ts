import { readdir, rm } from 'node:fs/promises';
import { BackupError } from './backup/backup-error.ts';

/**
 * Deletes the folder of an interrupted command.
 * @throws {BackupError} when it contains foreign files
 */
export async function removeLeftOver(folder: string, isOurs: (name: string) => boolean): Promise<void> {
  const others = (await namesIn(folder)).filter((name) => !isOurs(name));
  if (others.length > 0) throw new BackupError(`${folder} is in the way: it holds what was not left by this command.`);
  await rm(folder, { recursive: true, force: true });
}

export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    throw new BackupError(`${folder} cannot be worked in: ${message}.`, { cause: error });
  }
}
