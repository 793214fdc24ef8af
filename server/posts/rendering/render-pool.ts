import { messages } from '#contract/errors.ts';
import { Refusal } from '../../platform/errors.ts';
import { Places } from './places.ts';
import type { BodySource } from './render-body.ts';
import { ProcessEnded, RenderProcess } from './render-process.ts';
import type { Rendered } from './rendered.ts';
import { type Renderer, refuseTooMuch, tooComplex } from './renderer.ts';

export interface RenderPoolOptions {
  readonly processes?: number;
  /** What one body may take; a process that takes longer is ended. */
  readonly timeLimitMs?: number;
  /** Heap of one process, which ends when it needs more. */
  readonly memoryLimitMb?: number;
  /** How many may wait for a process, and how long. */
  readonly maxWaiting?: number;
  readonly maxWaitMs?: number;
  /** A process with nothing to do gives its memory back after this. */
  readonly idleMs?: number;
  /** Called when a process cannot be started. */
  readonly onError?: (error: Error) => void;
}

/**
 * Renders in processes of their own, so that the server answers others meanwhile, however long or large a body turns
 * out. None is started before there is something to render.
 */
export function createRenderPool({
  processes = 2,
  timeLimitMs = 10_000,
  memoryLimitMb = 512,
  maxWaiting = 20,
  maxWaitMs = 15_000,
  idleMs = 60_000,
  onError = () => {},
}: RenderPoolOptions = {}): Renderer {
  const places = new Places({ count: processes, maxWaiting, maxWaitMs });
  // Previews come with every pause in typing: one process is never theirs.
  const previewPlaces = new Places({ count: Math.max(1, processes - 1), maxWaiting: maxWaiting / 2, maxWaitMs });
  const resting: RenderProcess[] = [];
  const all = new Set<RenderProcess>();
  let isClosed = false;
  return {
    render: (source, { isPreview = false } = {}) =>
      isPreview ? inPlace(previewPlaces, () => renderInPlace(source)) : renderInPlace(source),
    close: async () => {
      isClosed = true;
      for (const one of all) one.end();
    },
  };

  function renderInPlace(source: BodySource): Promise<Rendered> {
    return inPlace(places, async () => renderIn(await takeProcess(), source));
  }

  async function takeProcess(): Promise<RenderProcess> {
    for (let one = resting.pop(); one; one = resting.pop()) {
      if (!one.hasEnded) {
        one.wake();
        return one;
      }
      all.delete(one);
    }
    const started = await RenderProcess.start(memoryLimitMb).catch((error: Error) => {
      onError(error);
      throw unavailable();
    });
    all.add(started);
    if (isClosed) started.end();
    return started;
  }

  async function renderIn(one: RenderProcess, source: BodySource): Promise<Rendered> {
    try {
      return await one.render(source, timeLimitMs);
    } catch (error) {
      if (isClosed) throw unavailable();
      // Out of time or memory.
      if (error instanceof ProcessEnded) throw tooComplex();
      return refuseTooMuch(error);
    } finally {
      if (one.hasEnded) all.delete(one);
      else {
        resting.push(one);
        one.rest(idleMs);
      }
    }
  }
}

async function inPlace<Result>(places: Places, work: () => Promise<Result>): Promise<Result> {
  if (!(await places.take())) throw unavailable();
  try {
    return await work();
  } finally {
    places.pass();
  }
}

function unavailable(): Refusal {
  return new Refusal(503, { message: messages.unavailable });
}
