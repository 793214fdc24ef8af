import { ProcessPool, type ProcessPoolOptions } from '../../platform/process-pool.ts';
import { ProcessEnded } from '../../platform/worker-process.ts';
import type { RenderJob } from './render-worker.ts';
import type { Rendered } from './rendered.ts';
import { type Renderer, refuseTooMuch, tooComplex } from './renderer.ts';

export type RenderPoolOptions = Partial<Omit<ProcessPoolOptions, 'module'>>;

/** Renders in processes of their own. Previews come with every pause in typing, so that they give way. */
export function createRenderPool({
  processes = 2,
  timeLimitMs = 10_000,
  memoryLimitMb = 512,
  maxWaiting = 20,
  maxWaitMs = 15_000,
  idleMs = 60_000,
  onError = () => {},
}: RenderPoolOptions = {}): Renderer {
  const module = new URL('./render-worker.ts', import.meta.url);
  const options = { module, processes, timeLimitMs, memoryLimitMb, maxWaiting, maxWaitMs, idleMs, onError };
  const pool = new ProcessPool<RenderJob, Rendered | string>(options);
  return {
    render: async (source, { previewFor: account } = {}) =>
      (await pool.run(source, { isMinor: account !== undefined, account }).catch(refuse)) as Rendered,
    convert: async (conversion, { username: account }) =>
      (await pool.run(conversion, { isMinor: true, account }).catch(refuse)) as string,
    load: () => pool.load(),
    close: async () => pool.close(),
  };
}

/** @throws {Refusal} also of what was out of time or memory. */
function refuse(error: unknown): never {
  if (error instanceof ProcessEnded) throw tooComplex();
  return refuseTooMuch(error);
}
