import { KawarabanError } from './kawaraban-error.ts';

/** Rejects with the signal's reason when it aborts first. */
export async function unlessAborted<Result>(result: Promise<Result>, signal: AbortSignal): Promise<Result> {
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([result, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Maximum timer delay (2^31 - 1 ms); larger values fire at once. */
const MAX_MS = 2 ** 31 - 1;

/** @throws {KawarabanError} with reason `timed-out` or `aborted`. */
export async function inTime<Result>(
  {
    asked,
    signal,
    timeoutMs,
  }: { readonly asked: string; readonly signal?: AbortSignal | undefined; readonly timeoutMs: number },
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const abort = () => controller.abort(new KawarabanError({ reason: 'aborted', asked, cause: signal?.reason }));
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });
  const limit = () => controller.abort(new KawarabanError({ reason: 'timed-out', asked }));
  const timer = setTimeout(limit, Math.min(timeoutMs, MAX_MS));
  try {
    controller.signal.throwIfAborted();
    return await work(controller.signal);
  } catch (error) {
    throw controller.signal.aborted ? controller.signal.reason : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}
