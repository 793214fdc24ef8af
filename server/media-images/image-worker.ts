import { writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { type CleanJob, cleanImage } from './clean-image.ts';
import { type CleanedImage, InvalidImageError } from './image-maker.ts';
import { type MakeJob, makeImages } from './make-images.ts';
import { readPicture } from './picture.ts';

export type ImageWork = CleanJob | MakeJob;
export type ImageJob = ImageWork & {
  readonly mayBeLarge: boolean;
};

export type ImageAnswer =
  | { readonly result: CleanedImage | null }
  | { readonly rejection: string }
  | { readonly isLarge: true };

const PRIORITY = 5;

async function work(job: ImageJob): Promise<ImageAnswer> {
  try {
    const picture = await readPicture(job.path);
    if (picture.isLarge && !job.mayBeLarge) return { isLarge: true };
    return { result: await ('wanted' in job ? makeImages(picture, job) : cleanImage(picture, job)) };
  } catch (error) {
    if (error instanceof InvalidImageError) return { rejection: error.message };
    throw error;
  }
}

process.on('message', async (job: ImageJob) => {
  process.send?.(await work(job).catch((error: unknown) => error));
});

// The server handles signals to the process group. This process ends when its channel closes.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit());

setPriority(PRIORITY);
// Makes the OOM killer of Linux prefer this process to the server.
await writeFile('/proc/self/oom_score_adj', '1000').catch(() => {});
process.send?.('ready');
