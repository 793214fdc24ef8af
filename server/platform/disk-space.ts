import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** Reads the space of the disk on which a folder is, or will be made. Some file systems do not tell. */
export async function readDiskSpace(folder: string): Promise<DiskSpace | undefined> {
  const { bavail, blocks, bsize } = await statfs(nearestExisting(folder));
  return blocks > 0 ? { freeBytes: bavail * bsize, totalBytes: blocks * bsize } : undefined;
}

export function nearestExisting(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestExisting(dirname(folder));
}

const LITTLE_BYTES = 1_000_000_000;
const LITTLE_SHARE = 0.05;

/** Free space below which people are warned: 1 GB, or 5 % of a disk of less than 20 GB. */
export function lowSpaceOf({ totalBytes }: DiskSpace): number {
  return Math.min(LITTLE_BYTES, totalBytes * LITTLE_SHARE);
}
