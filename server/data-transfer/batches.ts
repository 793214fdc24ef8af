export async function* inBatches<Id, Row>(
  ids: readonly Id[],
  size: number,
  read: (ids: readonly Id[]) => Promise<readonly Row[]>,
): AsyncIterable<Row> {
  for (let from = 0; from < ids.length; from += size) yield* await read(ids.slice(from, from + size));
}
