import { setTimeout as pause } from 'node:timers/promises';

/** Resolves to undefined if the promise takes longer. */
export async function withTimeout<T>(timeMs: number, promise: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, timeMs, undefined);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Waits for work to settle, up to a limit. Ignores its result and errors. */
export async function waitAtMost(ms: number, work: Promise<unknown> | undefined): Promise<void> {
  const isOver = new AbortController();
  const waited = pause(ms, undefined, { signal: isOver.signal }).catch(() => {});
  await Promise.race([work?.catch(() => {}), waited]);
  isOver.abort();
}

/** Rejects if the work takes longer. */
export async function rejectAfter<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms / 1000} seconds`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => {});
  }
}
