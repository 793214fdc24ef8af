import type pg from 'pg';
import { BATCH_BYTES, BATCH_ROWS, keyOf, type Row, type RowSource } from './rows.ts';
import { quoted } from './sqlite-source.ts';
import type { PlannedTable } from './table-plan.ts';

export function postgresRows(client: pg.Client): RowSource {
  return {
    batches: (table, after) => batchesIn(client, table, after),
    countedTo: async (table) => {
      if (table.counted === undefined) return 0;
      const sequence = await sequenceOf(client, table);
      const { rows } = await client.query(
        `select case when is_called then last_value else 0 end as at from ${sequence}`,
      );
      return Number(rows[0].at);
    },
    countRows: async ({ name }) => {
      const { rows } = await client.query(`select count(*) as there from ${quoted(name)}`);
      return Number(rows[0].there);
    },
  };
}

export async function sequenceOf(client: pg.Client, { name, counted }: PlannedTable): Promise<string> {
  const { rows } = await client.query('select pg_get_serial_sequence($1, $2) as sequence', [quoted(name), counted]);
  return rows[0].sequence;
}

/** Reads sizes before rows, to limit the memory per batch. */
async function* batchesIn(client: pg.Client, table: PlannedTable, after?: Row): AsyncGenerator<Row[]> {
  const columns = table.columns.map(({ name }) => quoted(name)).join(', ');
  const key = table.key.map(quoted).join(', ');
  const size = table.columns.map(({ name, isText }) => (isText ? `coalesce(octet_length(${quoted(name)}), 0)` : '8'));
  const read = (what: string, limit: number, last: Row | undefined) => {
    const places = table.key.map((_, index) => `$${index + 1}`).join(', ');
    const where = last === undefined ? '' : `where (${key}) > (${places})`;
    const text = `select ${what} from ${quoted(table.name)} ${where} order by ${key} limit ${limit}`;
    return client.query({ text, values: [...(last ?? [])], rowMode: 'array' });
  };
  let last = after;
  for (;;) {
    const sizes = await read(size.join(' + '), BATCH_ROWS, last);
    if (sizes.rows.length === 0) return;
    const { rows } = await read(columns, upToBound(sizes.rows.map(([one]) => Number(one))), last);
    const batch = rows.map((row) => toRow(table, row));
    yield batch;
    last = keyOf(table, batch.at(-1) as Row);
  }
}

function upToBound(sizes: readonly number[]): number {
  let [sum, count] = [0, 0];
  while (count < sizes.length && (count === 0 || sum < BATCH_BYTES)) {
    sum += sizes[count] ?? 0;
    count += 1;
  }
  return count;
}

/** The driver returns 64-bit numbers as text. */
function toRow({ columns }: PlannedTable, row: readonly unknown[]): Row {
  return columns.map(({ isText }, place) => {
    const value = row[place] ?? null;
    return value === null || isText ? (value as string | null) : Number(value);
  });
}
