import { existsSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder and those above it that are missing, one after the other: Node's own way of making all of them never
 * comes to an end where the system says of a folder that is there that it is not, as within `/proc`.
 */
export async function makeFolder(folder: string, { mode = 0o777 }: { readonly mode?: number } = {}): Promise<void> {
  for (const missing of missingFolders(resolve(folder))) {
    try {
      await mkdir(missing, { mode });
    } catch (error) {
      // Somebody else has made it meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  if (!(await stat(folder)).isDirectory()) throw new Error(`${folder} is no folder`);
}

/** From the topmost to the folder itself. */
function missingFolders(folder: string): readonly string[] {
  if (existsSync(folder) || dirname(folder) === folder) return [];
  return [...missingFolders(dirname(folder)), folder];
}
