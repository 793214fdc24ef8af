import { ProcessPool, type ProcessPoolOptions } from '../concurrency/process-pool.ts';
import { ProcessEnded } from '../concurrency/worker-process.ts';
import type { RenderJob } from './render-worker.ts';
import type { Rendered } from './rendered.ts';
import { type Renderer, rethrowTooLarge, tooComplex } from './renderer.ts';

export type RenderPoolOptions = Partial<ProcessPoolOptions>;

/**
 * Same number of waiting jobs as waiting writes, with a total weight of ten bodies of maximum length. Most renderings
 * take milliseconds, so that many writers at once wait instead of being rejected.
 */
const QUEUE = { maxWaiting: 100, maxWeight: 10_000_000, maxWaitMs: 25_000 };
const LIMITS = { processes: 2, timeLimitMs: 10_000, memoryLimitMb: 512 };

export interface RenderPool extends Renderer {
  warmUp(): Promise<void>;
}

/** Previews and conversions have low priority, because they come with every pause in typing. */
export function createRenderPool(options: RenderPoolOptions = {}): RenderPool {
  const module = new URL('./render-worker.ts', import.meta.url);
  const pool = new ProcessPool<RenderJob, Rendered | string>({ module, ...LIMITS, ...QUEUE, ...options });
  return {
    render: async (source, { previewFor: account } = {}) =>
      (await pool
        .run(source, { isMinor: account !== undefined, account, weight: source.body.length })
        .catch(rejectAsHttpError)) as Rendered,
    convert: async (conversion, { username: account }) =>
      (await pool
        .run(conversion, { isMinor: true, account, weight: conversion.body.length })
        .catch(rejectAsHttpError)) as string,
    isWarm: () => pool.isWarm,
    warmUp: () => pool.warmUp(),
    load: () => pool.load(),
    close: async () => pool.close(),
  };
}

function rejectAsHttpError(error: unknown): never {
  if (error instanceof ProcessEnded) throw tooComplex();
  return rethrowTooLarge(error);
}
