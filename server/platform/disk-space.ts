import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/**
 * Reads the free space of the disk that holds a folder, which need not exist yet. Undefined when the file system does
 * not report it.
 */
export async function readDiskSpace(folder: string): Promise<DiskSpace | undefined> {
  const { bavail, blocks, bsize } = await statfs(nearestExisting(folder));
  return blocks > 0 ? { freeBytes: bavail * bsize, totalBytes: blocks * bsize } : undefined;
}

export function nearestExisting(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestExisting(dirname(folder));
}

const LITTLE_BYTES = 1_000_000_000;
const LITTLE_SHARE = 0.05;

/** Returns the warning threshold: 1 GB, or 5% of disks under 20 GB. */
export function lowSpaceOf({ totalBytes }: DiskSpace): number {
  return Math.min(LITTLE_BYTES, totalBytes * LITTLE_SHARE);
}
