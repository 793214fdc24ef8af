import { setTimeout as pause } from 'node:timers/promises';

/** Waits for something to come to an end, but not for longer than that. Whatever becomes of it is another's concern. */
export async function atMost(ms: number, work: Promise<unknown> | undefined): Promise<void> {
  const isOver = new AbortController();
  const waited = pause(ms, undefined, { signal: isOver.signal }).catch(() => {});
  await Promise.race([work?.catch(() => {}), waited]);
  isOver.abort();
}
