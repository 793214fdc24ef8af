import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { MediaTools } from '../media/index.ts';
import { type Clock, HOUR_MS } from '../platform/clock.ts';
import { tidyScratch } from '../platform/folders.ts';
import { noteFilesChanged } from '../publishing/index.ts';

/** Older files belong to no running job of any process. */
const SCRATCH_RETENTION_MS = HOUR_MS;

export async function openScratch({ dataDir }: Pick<Config, 'dataDir'>, { clock }: { clock: Clock }): Promise<string> {
  const folder = join(dataDir, 'tmp');
  await mkdir(folder, { recursive: true });
  await tidyScratch(folder, new Date(clock.now().getTime() - SCRATCH_RETENTION_MS));
  return folder;
}

type Given = Omit<MediaTools, 'mediaUrl' | 'publicUrl' | 'onFilesChanged'> & { readonly config: Config };

export function mediaToolsOf({ config, ...tools }: Given): MediaTools {
  const { mediaUrl, publicUrl } = config;
  return { ...tools, mediaUrl, publicUrl, onFilesChanged: noteFilesChanged };
}
