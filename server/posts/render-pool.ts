import { Piscina } from 'piscina';
import { fieldMessages, messages } from '#contract/errors.ts';
import { invalid, Refusal } from '../platform/errors.ts';
import { Places } from './places.ts';
import type { Rendered } from './render-markdown.ts';
import type { Renderer } from './renderer.ts';

export interface RenderPoolOptions {
  readonly threads?: number;
  /** What one body may take; a thread that takes longer is ended. */
  readonly timeLimitMs?: number;
  /** Heap of one thread; a thread that needs more is ended. */
  readonly memoryLimitMb?: number;
  /** How many may wait for a thread, and how long. */
  readonly maxWaiting?: number;
  readonly maxWaitMs?: number;
  /** Called with errors of threads that had nothing to do, which belong to no body. */
  readonly onError?: (error: Error) => void;
}

/** How long a thread may take to load the pipeline. */
const START_MS = 10_000;
/** A thread that has nothing to do gives its memory back. */
const IDLE_MS = 60_000;

/**
 * Renders in threads of their own, so that the server answers others meanwhile, however long a body takes.
 * No thread is started before there is something to render.
 */
export function createRenderPool({
  threads = 2,
  timeLimitMs = 10_000,
  memoryLimitMb = 512,
  maxWaiting = 20,
  maxWaitMs = 15_000,
  onError = () => {},
}: RenderPoolOptions = {}): Renderer {
  const pool = new Piscina<string, Rendered>({
    filename: new URL('./render-worker.ts', import.meta.url).href,
    name: 'render',
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: memoryLimitMb },
    recordTiming: false,
  });
  pool.on('error', onError);
  const places = new Places({ count: threads, maxWaiting, maxWaitMs });
  return {
    render: async (source) => {
      if (!(await places.take())) throw unavailable();
      try {
        // Otherwise the time that a thread needs to start would count as the body's.
        if (pool.threads.length < places.taken) await run('', START_MS, unavailable);
        return await run(source, timeLimitMs, tooComplex);
      } finally {
        places.pass();
      }
    },
    close: () => pool.destroy(),
  };

  async function run(source: string, limitMs: number, tooLong: () => Refusal): Promise<Rendered> {
    const limit = AbortSignal.timeout(limitMs);
    try {
      return await pool.run(source, { signal: limit });
    } catch (error) {
      if (limit.aborted) throw tooLong();
      throw isTooMuch(error) ? tooComplex() : error;
    }
  }
}

function tooComplex(): Refusal {
  return invalid({ body: fieldMessages.tooComplex });
}

function unavailable(): Refusal {
  return new Refusal(503, { message: messages.unavailable });
}

/** Out of memory, or nested deeper than the stack is. */
function isTooMuch(error: unknown): boolean {
  return error instanceof Error && (error.name === 'RangeError' || codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY');
}

function codeOf(error: NodeJS.ErrnoException): string | undefined {
  return error.code;
}
