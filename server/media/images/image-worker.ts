import { writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { type CleanJob, cleanImage } from './clean-image.ts';
import { ImageFault } from './image-fault.ts';
import type { CleanedImage } from './image-maker.ts';
import { type MakeJob, makeImages } from './make-images.ts';
import { readPicture } from './picture.ts';

export type ImageWork = CleanJob | MakeJob;
export type ImageJob = ImageWork & {
  /** Whether no other large picture is worked on meanwhile. */
  readonly mayBeLarge: boolean;
};

/** What the picture is refused for is an answer; whatever else goes wrong is an error. */
export type ImageAnswer =
  | { readonly result: CleanedImage | null }
  | { readonly refusal: string }
  /** Nothing was done: it is large, and may not be. */
  | { readonly isLarge: true };

/** Readers come first. */
const PRIORITY = 5;

async function work(job: ImageJob): Promise<ImageAnswer> {
  try {
    const picture = await readPicture(job.path);
    if (picture.isLarge && !job.mayBeLarge) return { isLarge: true };
    return { result: await ('wanted' in job ? makeImages(picture, job) : cleanImage(picture, job)) };
  } catch (error) {
    if (error instanceof ImageFault) return { refusal: error.message };
    throw error;
  }
}

/** The process that the image pool starts: it takes one job after the other and answers with what came of it. */
process.on('message', async (job: ImageJob) => {
  process.send?.(await work(job).catch((error: unknown) => error));
});

// A signal to the whole group is the server's to obey. Without the server there is nothing to wait for.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit());

setPriority(PRIORITY);
// Where memory ends, this process ends before the server does. Other systems than Linux do not ask.
await writeFile('/proc/self/oom_score_adj', '1000').catch(() => {});
process.send?.('ready');
