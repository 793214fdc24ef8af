import { rm } from 'node:fs/promises';
import { messages } from '#contract/errors.ts';
import { ProcessPool, type ProcessPoolOptions } from '../concurrency/process-pool.ts';
import { Semaphore, withPermit } from '../concurrency/semaphore.ts';
import { ProcessEnded } from '../concurrency/worker-process.ts';
import { badRequest, HttpError, unavailable } from '../http/errors.ts';
import { type CleanedImage, type ImageProcessor, OutOfMemory } from './image-processor.ts';
import type { ImageAnswer, ImageJob, ImageWork } from './image-worker.ts';

export type ImagePoolOptions = Partial<Omit<ProcessPoolOptions, 'module'>>;

const LIMITS = { processes: 2, timeLimitMs: 120_000, memoryLimitMb: 256, maxWaiting: 40, maxWaitMs: 60_000 };

/** One process is reserved for uploads; at most one handles a large picture. */
export function createImageProcessor(given: ImagePoolOptions = {}): ImageProcessor {
  const options = { module: new URL('./image-worker.ts', import.meta.url), ...LIMITS, ...given };
  const { maxWaiting, maxWaitMs, onError } = options;
  const pool = new ProcessPool<ImageJob, ImageAnswer>(options);
  const large = new Semaphore({ count: 1, maxWaiting, maxWaitMs });
  return {
    clean: async ({ path, mimeType, isLeftIfBare = false, maxSide = Number.MAX_SAFE_INTEGER }, targetPath) =>
      (await run({ path, mimeType, targetPath, isLeftIfBare, maxSide }, [targetPath])) as CleanedImage,
    make: async ({ path }, targets) => {
      const paths = targets.map((target) => target.path);
      await run({ path, wanted: targets }, paths);
    },
    load: () => pool.load(),
    close: async () => pool.close(),
  };

  async function run(work: ImageWork, outputPaths: readonly string[]): Promise<CleanedImage | null> {
    try {
      let answer = await call({ ...work, mayBeLarge: false });
      // Only the decoder in the worker knows the size.
      if ('isLarge' in answer) answer = await withPermit(large, () => call({ ...work, mayBeLarge: true }));
      if ('rejection' in answer) throw badRequest(answer.rejection);
      if ('result' in answer) return answer.result;
      throw new Error('An image process returned no result');
    } catch (error) {
      for (const path of outputPaths) await rm(path, { force: true });
      throw error;
    }
  }

  async function call(job: ImageJob): Promise<ImageAnswer> {
    try {
      return await pool.run(job, { isMinor: 'wanted' in job });
    } catch (error) {
      if (error instanceof ProcessEnded) throw httpErrorOf(error);
      if (error instanceof HttpError) throw error;
      onError?.(error as Error);
      // Cleaned pictures that cannot be resized now will not be later either.
      if ('wanted' in job) throw badRequest(messages.imageUnreadable);
      throw unavailable();
    }
  }
}

const CRASHES: readonly (string | null)[] = ['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP'];

function httpErrorOf({ isOutOfTime, signal }: ProcessEnded): HttpError {
  if (isOutOfTime) return badRequest(messages.imageTooLarge);
  if (CRASHES.includes(signal)) return badRequest(messages.imageUnreadable);
  return new OutOfMemory();
}
