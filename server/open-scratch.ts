import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { tidyScratch } from './media/index.ts';
import type { Clock } from './platform/clock.ts';

/** Nothing is worked on for so long; what is younger may be another process's. */
const LEFT_OVER_MS = 60 * 60_000;

/** The folder for files that are worked on; what a process that was ended has left there is removed. */
export async function openScratch({ dataDir }: Pick<Config, 'dataDir'>, { clock }: { clock: Clock }): Promise<string> {
  const folder = join(dataDir, 'tmp');
  await mkdir(folder, { recursive: true });
  await tidyScratch(folder, new Date(clock.now().getTime() - LEFT_OVER_MS));
  return folder;
}
