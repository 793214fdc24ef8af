import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type Finding, warning } from './finding.ts';

/** Reports files that other users of the machine may read. Skips missing files. */
export async function checkMode(files: readonly string[]): Promise<Finding[]> {
  if (process.platform === 'win32') return [];
  const open: string[] = [];
  for (const file of files) if (existsSync(file) && ((await stat(file)).mode & 0o077) !== 0) open.push(file);
  if (open.length === 0) return [];
  return [warning(`Others on this machine may read ${open.join(', ')}.`, `chmod 600 ${open.join(' ')}`)];
}
