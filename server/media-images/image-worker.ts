import { serveJobs } from '../concurrency/serve-jobs.ts';
import { type CleanJob, cleanImage } from './clean-image.ts';
import { type CleanedImage, InvalidImageError } from './image-processor.ts';
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

await serveJobs(work, { isBackground: true });
