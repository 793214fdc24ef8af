import type pg from 'pg';
import { connect } from '../../database/connect.ts';
import { migratorOf } from '../../database/migrate.ts';
import { UNFINISHED_COPY } from '../../database/unfinished-copy.ts';
import { MoveError, reasonOf } from './move-error.ts';
import { openClient, postgresName } from './postgres-client.ts';
import { postgresRows, sequenceOf } from './postgres-rows.ts';
import type { Receiver, Row } from './rows.ts';
import { quoted } from './sqlite-source.ts';
import { notEmpty, type ReceiverOptions } from './sqlite-target.ts';
import { judgeTables } from './survey.ts';
import type { PlannedTable, TablePlan } from './table-plan.ts';

/** Key of the advisory lock; any unusual number. */
const LOCK = 7_426_113;

/**
 * Opens a database as target, or continues a partial copy.
 * @throws {MoveError} when it is unsuitable or not empty
 */
export async function openPostgresReceiver(
  url: string,
  plan: TablePlan,
  { isReplacing }: ReceiverOptions,
): Promise<Receiver> {
  const name = postgresName(url);
  const client = await openClient(url);
  try {
    const mustBeEmptied = await claim(client, { name, plan, isReplacing });
    await migrate(url);
    if (mustBeEmptied) await empty(client, plan);
    return {
      ...postgresRows(client),
      add: (table, rows) => insert(client, table, rows),
      link: (table, rows) => link(client, table, rows),
      countTo: async (table, value) => {
        const sequence = await sequenceOf(client, table);
        await client.query('select setval($1, $2, $3)', [sequence, Math.max(value, 1), value > 0]);
      },
      empty: () => empty(client, plan),
      finish: async () => {
        await client.query('analyze');
        await client.query(`drop table ${UNFINISHED_COPY}`);
        return undefined;
      },
      close: () => client.end(),
    };
  } catch (error) {
    await client.end();
    if (error instanceof MoveError) throw error;
    throw new MoveError(`${name} cannot be used: ${reasonOf(error)}.`, { cause: error });
  }
}

/** Locks the database and marks it as unfinished. Returns whether existing data must be deleted. */
async function claim(client: pg.Client, options: Survey): Promise<boolean> {
  const { rows: locks } = await client.query('select pg_try_advisory_lock($1) as is_ours', [LOCK]);
  if (!locks[0].is_ours) throw new MoveError(`${options.name} is in use: another command is writing it.`);
  const found = await survey(client, options);
  if (found === 'half') return false;
  await client.query(`create table ${UNFINISHED_COPY} (begun_at timestamptz not null default now())`);
  return found === 'filled';
}

interface Survey extends ReceiverOptions {
  readonly name: string;
  readonly plan: TablePlan;
}

/** @throws {MoveError} when no copy is possible */
async function survey(client: pg.Client, { name, plan, isReplacing }: Survey): Promise<'empty' | 'half' | 'filled'> {
  const { rows: rights } = await client.query(
    "select has_schema_privilege(current_schema(), 'create') as may_create, current_schema() as schema",
  );
  if (!rights[0].may_create)
    throw new MoveError(`${name} does not let this account create tables: grant it CREATE on ${rights[0].schema}.`);
  const tables = await tablesIn(client);
  if (tables.includes(UNFINISHED_COPY)) return 'half';
  const { foreign, filled } = judgeTables(tables, plan);
  if (foreign !== undefined) throw new MoveError(foreign(name));
  const isFilled = await hasRows(client, filled);
  if (isFilled && !isReplacing) throw notEmpty(name);
  return isFilled ? 'filled' : 'empty';
}

/**
 * Reports whether a copy would replace data. Changes nothing.
 * @throws {MoveError} when no copy is possible
 */
export async function wouldReplacePostgres(url: string, plan: TablePlan, options: ReceiverOptions): Promise<boolean> {
  const client = await openClient(url);
  try {
    return (await survey(client, { ...options, name: postgresName(url), plan })) === 'filled';
  } finally {
    await client.end();
  }
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
  const database = connect({ engine: 'postgres', url, poolSize: 1 });
  try {
    const { error } = await migratorOf(database).migrateToLatest();
    if (error !== undefined) throw error;
  } finally {
    await database.close();
  }
}

/** Disables triggers, some of which prevent deletion. */
async function empty(client: pg.Client, { tables }: TablePlan): Promise<void> {
  const names = tables.map(({ name }) => quoted(name));
  await client.query('begin');
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  await client.query(`truncate ${names.join(', ')} restart identity`);
  for (const name of names) await client.query(`alter table ${name} enable trigger user`);
  await client.query('commit');
}

/** Passes an array per column, because a statement has at most 65,535 parameters. */
async function insert(client: pg.Client, { name, columns }: PlannedTable, rows: readonly Row[]): Promise<void> {
  const names = columns.map((column) => quoted(column.name)).join(', ');
  const values = columns.map((column, place) => `$${place + 1}::${arrayTypeOf(column)}`).join(', ');
  await client.query(
    `insert into ${quoted(name)} (${names}) select * from unnest(${values})`,
    columns.map((_, place) => rows.map((row) => row[place] ?? null)),
  );
}

async function link(client: pg.Client, table: PlannedTable, rows: readonly Row[]): Promise<void> {
  const { columns, ownLinks, keyPlaces } = table;
  const places = [...ownLinks, ...keyPlaces];
  const nameOf = (place: number) => quoted(columns[place]?.name ?? '');
  const values = places.map((place, index) => `$${index + 1}::${arrayTypeOf(columns[place])}`).join(', ');
  const names = places.map((_, index) => `v${index}`);
  const set = ownLinks.map((place, index) => `${nameOf(place)} = given.v${index}`).join(', ');
  const where = keyPlaces.map((place, index) => `there.${nameOf(place)} = given.v${ownLinks.length + index}`);
  await client.query(
    `update ${quoted(table.name)} as there set ${set} from unnest(${values}) as given (${names.join(', ')})
      where ${where.join(' and ')}`,
    places.map((place) => rows.map((row) => row[place] ?? null)),
  );
}

function arrayTypeOf(column: { readonly isText: boolean } | undefined): 'text[]' | 'numeric[]' {
  return column?.isText ? 'text[]' : 'numeric[]';
}
