import { type ProcessLoad, ProcessPool, type ProcessPoolOptions } from '../../concurrency/process-pool.ts';
import { HttpError, unavailable } from '../../http/errors.ts';
import type { Card } from './drawing/draw-card.ts';

export type CardRendererOptions = Partial<Omit<ProcessPoolOptions, 'module'>>;

/** Works in a worker process, on one image at a time. */
export interface CardRenderer {
  /** @throws {HttpError} 503 when the queue is full or the drawing takes too much time or memory */
  draw(card: Card): Promise<Buffer>;
  load(): ProcessLoad;
  close(): Promise<void>;
}

const LIMITS = { processes: 1, timeLimitMs: 10_000, memoryLimitMb: 192, maxWaiting: 50, maxWaitMs: 10_000 };

export function createCardRenderer(options: CardRendererOptions = {}): CardRenderer {
  const module = new URL('./card-worker.ts', import.meta.url);
  const pool = new ProcessPool<Card, Uint8Array>({ module, ...LIMITS, ...options });
  return {
    draw: async (card) => {
      try {
        return Buffer.from(await pool.run(card));
      } catch (error) {
        if (error instanceof HttpError) throw error;
        options.onError?.(error as Error);
        throw unavailable();
      }
    },
    load: () => pool.load(),
    close: async () => pool.close(),
  };
}
