import { setTimeout as pause } from 'node:timers/promises';

/** Waits for work to settle, up to a limit. Ignores its result and errors. */
export async function atMost(ms: number, work: Promise<unknown> | undefined): Promise<void> {
  const isOver = new AbortController();
  const waited = pause(ms, undefined, { signal: isOver.signal }).catch(() => {});
  await Promise.race([work?.catch(() => {}), waited]);
  isOver.abort();
}
