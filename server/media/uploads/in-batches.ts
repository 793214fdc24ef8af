import { setImmediate } from 'node:timers/promises';

export const BATCH = 100;

/** Does something with one batch after another, the last of each leading to the next. */
export async function inBatches<Row>(
  signal: AbortSignal | undefined,
  handle: (last: Row | undefined) => Promise<readonly Row[]>,
): Promise<void> {
  let last: Row | undefined;
  while (!signal?.aborted) {
    const rows = await handle(last);
    last = rows.at(-1);
    if (rows.length < BATCH) break;
    // SQLite answers without a pause, and requests wait.
    await setImmediate();
  }
}
