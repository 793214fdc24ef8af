import type pg from 'pg';
import { UNFINISHED_COPY } from '../../database/migrate.ts';
import { pagesByKey, takeUpToSize } from '../../database/queries.ts';
import { TransferError } from '../transfer-error.ts';
import { openClient, postgresIdentity, postgresName } from './postgres-client.ts';
import { BATCH_BYTES, BATCH_ROWS, type CopySource, keyOf, quoted, type Row, type RowReader } from './rows.ts';
import { checkMigrations, type PlannedTable, type TablePlan } from './table-plan.ts';

export async function openPostgresSource(url: string, plan: TablePlan): Promise<CopySource> {
  await using opened = new AsyncDisposableStack();
  const watch = opened.use(await openClient(url));
  const client = opened.use(await openClient(url));
  const changes = await countChanges(watch);
  await client.query('begin isolation level repeatable read, read only');
  await rejectPartialCopy(client, postgresName(url));
  checkMigrations(await appliedMigrations(client), plan, postgresName(url));
  const identity = await postgresIdentity(watch);
  const clients = opened.move();
  return {
    ...postgresRows(client),
    identity,
    hasChanged: async () => (await countChanges(watch)) !== changes,
    [Symbol.asyncDispose]: () => clients.disposeAsync(),
  };
}

async function rejectPartialCopy(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query('select to_regclass($1) is not null as is_partial', [UNFINISHED_COPY]);
  if (rows[0].is_partial)
    throw new TransferError(`${name} is an unfinished copy. Run the command that was copying it again.`);
}

async function countChanges(client: pg.Client): Promise<string> {
  await client.query('select pg_stat_clear_snapshot()');
  const { rows } = await client.query(`select sum(n_tup_ins + n_tup_upd + n_tup_del) as changes
    from pg_stat_user_tables where schemaname = current_schema()`);
  return String(rows[0].changes);
}

async function appliedMigrations(client: pg.Client): Promise<string[] | undefined> {
  const { rows: tables } = await client.query("select to_regclass('kysely_migration') as name");
  if (tables[0].name === null) return undefined;
  const { rows } = await client.query('select name from kysely_migration');
  return rows.map(({ name }) => name);
}

export function postgresRows(client: pg.Client): RowReader {
  return {
    batches: (table, after) => readBatches(client, table, after),
    readCounter: async (table) => {
      if (table.counter === undefined) return 0;
      const sequence = await sequenceOf(client, table);
      const { rows } = await client.query(
        `select case when is_called then last_value else 0 end as value from ${sequence}`,
      );
      return Number(rows[0].value);
    },
    countRows: async ({ name }) => {
      const { rows } = await client.query(`select count(*) as row_count from ${quoted(name)}`);
      return Number(rows[0].row_count);
    },
  };
}

export async function sequenceOf(client: pg.Client, { name, counter }: PlannedTable): Promise<string> {
  const { rows } = await client.query('select pg_get_serial_sequence($1, $2) as sequence', [quoted(name), counter]);
  return rows[0].sequence;
}

/** Reads sizes before rows, to limit the memory per batch. */
function readBatches(client: pg.Client, table: PlannedTable, after?: Row): AsyncIterable<readonly Row[]> {
  const columns = table.columns.map(({ name }) => quoted(name)).join(', ');
  const sizes = table.columns.map(({ name, isText }) => (isText ? `coalesce(octet_length(${quoted(name)}), 0)` : '8'));
  const key = table.key.map(quoted).join(', ');
  const parameters = table.key.map((_, index) => `$${index + 1}`).join(', ');
  const select = async (expressions: string, limit: number, last: Row | undefined) => {
    const where = last === undefined ? '' : `where (${key}) > (${parameters})`;
    const text = `select ${expressions} from ${quoted(table.name)} ${where} order by ${key} limit ${limit}`;
    const { rows } = await client.query({ text, values: [...(last ?? [])], rowMode: 'array' });
    return rows;
  };
  const read = async (last: Row | undefined) => {
    const sizesOfRows = await select(sizes.join(' + '), BATCH_ROWS, last);
    if (sizesOfRows.length === 0) return [];
    const count = takeUpToSize(sizesOfRows, BATCH_BYTES, ([size]) => Number(size)).length;
    const rows = await select(columns, count, last);
    return rows.map((row) => toRow(table, row));
  };
  return pagesByKey(read, (row) => keyOf(table, row), after);
}

/** The driver returns 64-bit numbers as text. */
function toRow({ columns }: PlannedTable, row: readonly unknown[]): Row {
  return columns.map(({ isText }, index) => {
    const value = row[index] ?? null;
    return value === null || isText ? (value as string | null) : Number(value);
  });
}
