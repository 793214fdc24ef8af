import type pg from 'pg';
import { connect } from '../../database/connect.ts';
import { applyMigrations, UNFINISHED_COPY } from '../../database/migrate.ts';
import { reasonOf } from '../../platform/reason-of.ts';
import { TransferError } from '../transfer-error.ts';
import { openClient, postgresName } from './postgres-client.ts';
import { postgresRows, sequenceOf } from './postgres-source.ts';
import { type CopyTarget, quoted, type Row, type TargetOptions } from './rows.ts';
import { type PlannedTable, rejectFilled, rejectForeignTables, type TablePlan } from './table-plan.ts';

const LOCK = 7_426_113;

/**
 * Continues a partial copy, if there is one.
 * @throws {TransferError} when the database is unsuitable or not empty
 */
export async function openPostgresTarget(
  url: string,
  plan: TablePlan,
  { isReplacing }: TargetOptions,
): Promise<CopyTarget> {
  const name = postgresName(url);
  const client = await openClient(url);
  try {
    const mustBeEmptied = await claim(client, { name, plan, isReplacing });
    await migrate(url);
    if (mustBeEmptied) await empty(client, plan);
    return {
      ...postgresRows(client),
      insert: (table, rows) => insert(client, table, rows),
      setSelfReferences: (table, rows) => setSelfReferences(client, table, rows),
      setCounter: async (table, value) => {
        const sequence = await sequenceOf(client, table);
        await client.query('select setval($1, $2, $3)', [sequence, Math.max(value, 1), value > 0]);
      },
      empty: () => empty(client, plan),
      finish: async () => {
        await client.query('analyze');
        await client.query(`drop table ${UNFINISHED_COPY}`);
        return undefined;
      },
      [Symbol.asyncDispose]: () => client.end(),
    };
  } catch (error) {
    await client.end();
    if (error instanceof TransferError) throw error;
    throw new TransferError(`${name} cannot be used: ${reasonOf(error)}.`, { cause: error });
  }
}

interface InspectOptions extends TargetOptions {
  readonly name: string;
  readonly plan: TablePlan;
}

/** Returns whether existing data must be deleted. */
async function claim(client: pg.Client, options: InspectOptions): Promise<boolean> {
  const { rows: locks } = await client.query('select pg_try_advisory_lock($1) as is_locked', [LOCK]);
  if (!locks[0].is_locked) throw new TransferError(`${options.name} is in use by another command.`);
  const state = await inspect(client, options);
  if (state === 'partial') return false;
  await client.query(`create table ${UNFINISHED_COPY} (begun_at timestamptz not null default now())`);
  return state === 'filled';
}

async function inspect(
  client: pg.Client,
  { name, plan, isReplacing }: InspectOptions,
): Promise<'empty' | 'partial' | 'filled'> {
  const { rows: rights } = await client.query(
    "select has_schema_privilege(current_schema(), 'create') as may_create, current_schema() as schema",
  );
  if (!rights[0].may_create)
    throw new TransferError(`${name} does not allow this user to create tables. Grant CREATE on ${rights[0].schema}.`);
  const tables = await tablesIn(client);
  if (tables.includes(UNFINISHED_COPY)) return 'partial';
  const isFilled = await hasRows(client, rejectForeignTables(tables, plan, name));
  if (isFilled && !isReplacing) rejectFilled(name);
  return isFilled ? 'filled' : 'empty';
}

export async function wouldReplacePostgres(url: string, plan: TablePlan, options: TargetOptions): Promise<boolean> {
  await using client = await openClient(url);
  return (await inspect(client, { ...options, name: postgresName(url), plan })) === 'filled';
}

async function tablesIn(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query(`select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')`);
  return rows.map((row) => row.name);
}

async function hasRows(client: pg.Client, tables: readonly string[]): Promise<boolean> {
  for (const table of tables) {
    const { rows } = await client.query(`select 1 from ${quoted(table)} limit 1`);
    if (rows.length > 0) return true;
  }
  return false;
}

async function migrate(url: string): Promise<void> {
  await using database = connect({ engine: 'postgres', url, poolSize: 1 });
  await applyMigrations(database);
}

/** Some triggers prevent deletion. */
async function empty(client: pg.Client, { tables }: TablePlan): Promise<void> {
  const names = tables.map(({ name }) => quoted(name));
  await client.query('begin');
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  await client.query(`truncate ${names.join(', ')}, post_search restart identity`);
  for (const name of names) await client.query(`alter table ${name} enable trigger user`);
  await client.query('commit');
}

/** Passes an array per column, because a statement has at most 65,535 parameters. */
async function insert(client: pg.Client, { name, columns }: PlannedTable, rows: readonly Row[]): Promise<void> {
  const names = columns.map((column) => quoted(column.name)).join(', ');
  const arrays = columns.map((column, index) => `$${index + 1}::${arrayTypeOf(column)}`).join(', ');
  await client.query(
    `insert into ${quoted(name)} (${names}) select * from unnest(${arrays})`,
    columns.map((_, index) => rows.map((row) => row[index] ?? null)),
  );
}

async function setSelfReferences(client: pg.Client, table: PlannedTable, rows: readonly Row[]): Promise<void> {
  const { columns, selfReferences, keyIndexes } = table;
  const indexes = [...selfReferences, ...keyIndexes];
  const nameOf = (index: number) => quoted(columns[index]?.name ?? '');
  const arrays = indexes.map((index, position) => `$${position + 1}::${arrayTypeOf(columns[index])}`).join(', ');
  const names = indexes.map((_, position) => `v${position}`).join(', ');
  const set = selfReferences.map((index, position) => `${nameOf(index)} = given.v${position}`).join(', ');
  const where = keyIndexes
    .map((index, position) => `target.${nameOf(index)} = given.v${selfReferences.length + position}`)
    .join(' and ');
  await client.query(
    `update ${quoted(table.name)} as target set ${set} from unnest(${arrays}) as given (${names}) where ${where}`,
    indexes.map((index) => rows.map((row) => row[index] ?? null)),
  );
}

function arrayTypeOf(column: { readonly isText: boolean } | undefined): 'text[]' | 'numeric[]' {
  return column?.isText ? 'text[]' : 'numeric[]';
}
