import { setImmediate } from 'node:timers/promises';

const BATCH = 100;

/** Reads pages until `readPage` returns fewer rows than `limit`. */
export async function* eachRow<Row>(
  readPage: (last: Row | undefined, limit: number) => Promise<readonly Row[]>,
  signal?: AbortSignal,
): AsyncGenerator<Row> {
  let last: Row | undefined;
  while (!signal?.aborted) {
    const page = await readPage(last, BATCH);
    for (const row of page) {
      if (signal?.aborted) return;
      yield row;
    }
    if (page.length < BATCH) return;
    last = page.at(-1);
    // SQLite is synchronous: lets requests run in between.
    await setImmediate();
  }
}

/**
 * Reads at most `width` items ahead. Stops on abort or at the first failure.
 * @throws the first error of `work`, after all running ones have ended
 */
export async function eachOf<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  { width, signal }: { readonly width: number; readonly signal: AbortSignal },
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  for await (const item of items) {
    if (signal.aborted || failures.length > 0) break;
    const run = work(item)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => running.delete(run));
    running.add(run);
    if (running.size >= width) await Promise.race(running);
  }
  await Promise.all(running);
  if (failures.length > 0) throw failures[0];
}

export async function* batchesOf<Item>(items: AsyncIterable<Item>, size: number): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
