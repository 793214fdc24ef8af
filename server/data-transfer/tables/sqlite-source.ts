import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { BATCH_BYTES, BATCH_ROWS, keyOf, type Row, type RowSource } from './rows.ts';
import type { PlannedTable } from './table-plan.ts';

export function sqliteRows(database: DatabaseSync): RowSource {
  return {
    batches: (table, after) => batchesIn(database, table, after),
    countedTo: async ({ name, counted }) => {
      if (counted === undefined) return 0;
      return Number(database.prepare('select seq from sqlite_sequence where name = ?').get(name)?.seq ?? 0);
    },
    countRows: async ({ name }) =>
      Number(database.prepare(`select count(*) as rows_there from ${quoted(name)}`).get()?.rows_there),
  };
}

async function* batchesIn(database: DatabaseSync, table: PlannedTable, after?: Row): AsyncGenerator<Row[]> {
  const columns = table.columns.map(({ name }) => quoted(name)).join(', ');
  const key = table.key.map(quoted).join(', ');
  const places = table.key.map(() => '?').join(', ');
  const read = (where: string) =>
    database.prepare(`select ${columns} from ${quoted(table.name)} ${where} order by ${key} limit ${BATCH_ROWS}`);
  const [first, next] = [read(''), read(`where (${key}) > (${places})`)];
  for (const statement of [first, next]) statement.setReturnArrays(true);
  let last = after;
  for (;;) {
    const rows = upToBound(last === undefined ? first.iterate() : next.iterate(...last));
    if (rows.length === 0) return;
    yield rows;
    last = keyOf(table, rows.at(-1) as Row);
    // Lets signals and timers run; SQLite is synchronous.
    await nextTurn();
  }
}

function upToBound(found: Iterable<unknown>): Row[] {
  const rows: Row[] = [];
  let size = 0;
  for (const row of found as Iterable<Row>) {
    rows.push(row);
    for (const value of row) size += typeof value === 'string' ? value.length : 8;
    if (size >= BATCH_BYTES) break;
  }
  return rows;
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
