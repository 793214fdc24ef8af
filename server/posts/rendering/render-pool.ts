import { ProcessPool, type ProcessPoolOptions } from '../../platform/process-pool.ts';
import { ProcessEnded } from '../../platform/worker-process.ts';
import type { RenderJob } from './render-worker.ts';
import type { Rendered } from './rendered.ts';
import { type Renderer, refuseTooMuch, tooComplex } from './renderer.ts';

export type RenderPoolOptions = Partial<ProcessPoolOptions>;

/**
 * As many texts wait to be rendered as may wait to be written, with no more letters than ten of the longest have: most
 * take some milliseconds, so that many writers at once wait for each other instead of being refused.
 */
const MAX_WAITING = 100;
const MAX_LETTERS = 10_000_000;

export interface RenderPool extends Renderer {
  /** Starts a process before there is something to render; ends when one has started. */
  warmUp(): Promise<void>;
}

/** Renders in processes of their own. Previews come with every pause in typing, so that they give way. */
export function createRenderPool({
  processes = 2,
  timeLimitMs = 10_000,
  memoryLimitMb = 512,
  maxWaiting = MAX_WAITING,
  maxWeight = MAX_LETTERS,
  maxWaitMs = 25_000,
  idleMs = 60_000,
  onError = () => {},
  module = new URL('./render-worker.ts', import.meta.url),
  ...others
}: RenderPoolOptions = {}): RenderPool {
  const limits = { processes, timeLimitMs, memoryLimitMb, maxWaiting, maxWeight, maxWaitMs, idleMs };
  const pool = new ProcessPool<RenderJob, Rendered | string>({ module, ...limits, onError, ...others });
  return {
    render: async (source, { previewFor: account } = {}) =>
      (await pool
        .run(source, { isMinor: account !== undefined, account, weight: source.body.length })
        .catch(refuse)) as Rendered,
    convert: async (conversion, { username: account }) =>
      (await pool.run(conversion, { isMinor: true, account, weight: conversion.body.length }).catch(refuse)) as string,
    isWarm: () => pool.isWarm,
    warmUp: () => pool.warmUp(),
    load: () => pool.load(),
    close: async () => pool.close(),
  };
}

/** @throws {Refusal} also of what was out of time or memory. */
function refuse(error: unknown): never {
  if (error instanceof ProcessEnded) throw tooComplex();
  return refuseTooMuch(error);
}
