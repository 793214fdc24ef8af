import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { TransferError } from './transfer-error.ts';

export async function removeLeftOver(folder: string, isOurs: (name: string) => boolean): Promise<void> {
  const foreign = (await namesIn(folder)).filter((name) => !isOurs(name));
  if (foreign.length > 0)
    throw new TransferError(
      `${folder} contains files that this command did not create. Choose another folder or empty it.`,
    );
  await rm(folder, { recursive: true, force: true });
}

export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    throw new TransferError(`${folder} cannot be used: ${message}.`, { cause: error });
  }
}

const REPLACED = '.before-restore';

export function nameForReplaced(path: string, suffixes: readonly string[] = ['']): string {
  for (let number = 1; ; number += 1) {
    const name = `${path}${REPLACED}${number === 1 ? '' : `-${number}`}`;
    if (!suffixes.some((suffix) => existsSync(`${name}${suffix}`))) return name;
  }
}
