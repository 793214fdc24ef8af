import { rm } from 'node:fs/promises';
import { messages } from '#contract/errors.ts';
import { Refusal } from '../../platform/errors.ts';
import { ProcessPool, type ProcessPoolOptions } from '../../platform/process-pool.ts';
import { ProcessEnded } from '../../platform/worker-process.ts';
import type { CleanedImage, ImageMaker } from './image-maker.ts';
import type { ImageAnswer, ImageJob } from './image-worker.ts';

export type ImagePoolOptions = Partial<Omit<ProcessPoolOptions, 'module'>>;

/** Works on pictures in processes of their own. Of those one is always left to pictures that arrive. */
export function createImageMaker({
  processes = 2,
  timeLimitMs = 120_000,
  memoryLimitMb = 256,
  maxWaiting = 40,
  maxWaitMs = 60_000,
  idleMs = 60_000,
  onError = () => {},
}: ImagePoolOptions = {}): ImageMaker {
  const module = new URL('./image-worker.ts', import.meta.url);
  const options = { module, processes, timeLimitMs, memoryLimitMb, maxWaiting, maxWaitMs, idleMs, onError };
  const pool = new ProcessPool<ImageJob, ImageAnswer>(options);
  return {
    clean: async ({ path, mimeType }, targetPath) =>
      (await run({ path, mimeType, targetPath }, [targetPath])) as CleanedImage,
    make: async ({ path }, wanted) => {
      const paths = wanted.map((one) => one.path);
      await run({ path, wanted }, paths);
    },
    close: async () => pool.close(),
  };

  async function run(job: ImageJob, made: readonly string[]): Promise<CleanedImage | null> {
    try {
      const answer = await pool.run(job, { isMinor: 'wanted' in job }).catch(refuseEnded);
      if ('refusal' in answer) throw new Refusal(400, { message: answer.refusal });
      return answer.result;
    } catch (error) {
      for (const path of made) await rm(path, { force: true });
      throw error;
    }
  }
}

/** Signals by which a decoder ends that has met what it was not made for. */
const CRASHES: readonly (string | null)[] = ['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP'];

function refuseEnded(error: unknown): never {
  if (!(error instanceof ProcessEnded)) throw error;
  if (error.isOutOfTime) throw new Refusal(400, { message: messages.imageTooLarge });
  if (CRASHES.includes(error.signal)) throw new Refusal(400, { message: messages.imageUnreadable });
  // Ended from outside, by whoever needs the memory.
  throw new Refusal(503, { message: messages.unavailable });
}
