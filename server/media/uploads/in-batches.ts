import { setImmediate } from 'node:timers/promises';

export const BATCH = 100;

export async function inBatches<Row>(
  signal: AbortSignal | undefined,
  handle: (last: Row | undefined) => Promise<readonly Row[]>,
): Promise<void> {
  let last: Row | undefined;
  while (!signal?.aborted) {
    const rows = await handle(last);
    last = rows.at(-1);
    if (rows.length < BATCH) break;
    // SQLite is synchronous: lets requests run in between.
    await setImmediate();
  }
}
