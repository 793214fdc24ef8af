import { existsSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** Node's recursive mkdir never returns where existing folders are reported as missing, as in `/proc`. */
export async function makeFolder(folder: string, { mode = 0o777 }: { readonly mode?: number } = {}): Promise<void> {
  for (const missing of missingFolders(resolve(folder))) {
    try {
      await mkdir(missing, { mode });
    } catch (error) {
      // Created concurrently.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  if (!(await stat(folder)).isDirectory()) throw new Error(`${folder} is not a folder`);
}

function missingFolders(folder: string): readonly string[] {
  if (existsSync(folder) || dirname(folder) === folder) return [];
  return [...missingFolders(dirname(folder)), folder];
}
