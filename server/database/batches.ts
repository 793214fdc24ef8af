export function* chunks<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}

export async function* readByIds<Id, Row>(
  ids: readonly Id[],
  size: number,
  read: (ids: readonly Id[]) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  for (const some of chunks(ids, size)) yield* await read(some);
}

export async function* pagesByKey<Row, Key>(
  read: (after: Key | undefined) => Promise<readonly Row[]>,
  keyOf: (row: Row) => Key,
  after?: Key,
): AsyncGenerator<readonly Row[]> {
  let lastKey = after;
  for (;;) {
    const rows = await read(lastKey);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    lastKey = keyOf(last);
  }
}

/** The last item may exceed `maxSize`. */
export function takeUpToSize<Item>(items: Iterable<Item>, maxSize: number, sizeOf: (item: Item) => number): Item[] {
  const batch: Item[] = [];
  let size = 0;
  for (const item of items) {
    batch.push(item);
    size += sizeOf(item);
    if (size >= maxSize) break;
  }
  return batch;
}
