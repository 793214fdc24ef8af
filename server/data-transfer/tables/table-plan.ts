import { sql } from 'kysely';
import { connect, type Db } from '../../database/connect.ts';
import { applyMigrations } from '../../database/migrate.ts';
import { migrations } from '../../database/migrations/index.ts';
import { TransferError } from '../transfer-error.ts';

export interface PlannedColumn {
  readonly name: string;
  readonly isText: boolean;
}

export interface PlannedTable {
  readonly name: string;
  /** Ordered by name, independent of the engine. */
  readonly columns: readonly PlannedColumn[];
  readonly key: readonly string[];
  readonly keyIndexes: readonly number[];
  /** Indexes of the columns that reference rows of the same table. */
  readonly selfReferences: readonly number[];
  /** Auto-increment column. */
  readonly counter: string | undefined;
}

export interface TablePlan {
  /** Ordered by foreign keys: referenced tables first. */
  readonly tables: readonly PlannedTable[];
  readonly migrations: readonly string[];
}

let cached: Promise<TablePlan> | undefined;

/** Reads a migrated in-memory database, so that no table is forgotten. */
export function readTablePlan(): Promise<TablePlan> {
  cached ??= makeTablePlan();
  return cached;
}

async function makeTablePlan(): Promise<TablePlan> {
  await using database = connect({ engine: 'sqlite', path: ':memory:', isDisposable: true });
  await applyMigrations(database);
  const schemas = await readSchemas(database.writer.withoutPlugins() as Db);
  return { tables: orderByReferences(schemas), migrations: Object.keys(migrations).toSorted() };
}

/** The search index differs between the engines. The target indexes its posts after its start. */
const SEARCH_TABLES = /^post_search/;
const SEARCH_COLUMNS: ReadonlySet<string> = new Set([
  'posts.search_key',
  'posts.search_version',
  'posts.search_language',
]);

interface TableSchema {
  readonly table: PlannedTable;
  readonly references: ReadonlySet<string>;
}

async function readSchemas(db: Db): Promise<TableSchema[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select name, sql as definition from sqlite_schema
    where type = 'table' and name not like 'sqlite%' and name not like 'kysely%' order by name`.execute(db);
  const schemas: TableSchema[] = [];
  for (const { name, definition } of rows) {
    if (!SEARCH_TABLES.test(name)) schemas.push(await readSchema(db, name, definition));
  }
  return schemas;
}

async function readSchema(db: Db, name: string, definition: string): Promise<TableSchema> {
  const { rows } = await sql<{ name: string; type: string; pk: number }>`
    select name, type, pk from pragma_table_info(${name}) order by name`.execute(db);
  const columns = rows.filter((column) => !SEARCH_COLUMNS.has(`${name}.${column.name}`));
  const { rows: foreignKeys } = await sql<{ column: string; referenced: string }>`
    select "from" as "column", "table" as "referenced" from pragma_foreign_key_list(${name})`.execute(db);
  const key = columns
    .filter(({ pk }) => pk > 0)
    .toSorted((one, other) => one.pk - other.pk)
    .map((column) => column.name);
  if (key.length === 0) throw new Error(`The table ${name} has no primary key, by which it could be copied`);
  const indexOf = (column: string) => columns.findIndex((one) => one.name === column);
  const table = {
    name,
    columns: columns.map((column) => ({ name: column.name, isText: column.type.toLowerCase() === 'text' })),
    key,
    keyIndexes: key.map(indexOf),
    selfReferences: foreignKeys.filter(({ referenced }) => referenced === name).map(({ column }) => indexOf(column)),
    counter: /autoincrement/i.test(definition) ? key[0] : undefined,
  };
  return { table, references: new Set(foreignKeys.map(({ referenced }) => referenced).filter((one) => one !== name)) };
}

function orderByReferences(schemas: readonly TableSchema[]): PlannedTable[] {
  const ordered = new Map<string, PlannedTable>();
  let remaining = schemas;
  while (remaining.length > 0) {
    const ready = remaining.filter(({ references }) => [...references].every((name) => ordered.has(name)));
    if (ready.length === 0) throw new Error('Tables refer to each other in a circle');
    for (const { table } of ready) ordered.set(table.name, table);
    remaining = remaining.filter(({ table }) => !ordered.has(table.name));
  }
  return [...ordered.values()];
}

export function checkMigrations(applied: readonly string[] | undefined, plan: TablePlan, name: string): void {
  if (applied === undefined) throw new TransferError(`${name} contains no installation: there is nothing to copy.`);
  const unknown = applied.filter((migration) => !plan.migrations.includes(migration));
  if (unknown.length > 0) throw new TransferError(`${name} belongs to a newer version of Kawaraban.`);
  if (applied.length < plan.migrations.length)
    throw new TransferError(`${name} has an older schema. Run \`kawaraban migrate\` first.`);
}

const MIGRATION_TABLES: ReadonlySet<string> = new Set(['kysely_migration', 'kysely_migration_lock']);
const MAX_NAMED = 3;

export function rejectForeignTables(tables: readonly string[], plan: TablePlan, name: string): string[] {
  const planned = new Set(plan.tables.map((table) => table.name));
  const foreign = tables
    .filter((table) => !planned.has(table) && !MIGRATION_TABLES.has(table) && !SEARCH_TABLES.test(table))
    .toSorted();
  if (foreign.length > 0) {
    const named = `${foreign.slice(0, MAX_NAMED).join(', ')}${foreign.length > MAX_NAMED ? ', …' : ''}`;
    throw new TransferError(`${name} contains other tables (${named}). Use an empty database.`);
  }
  return tables.filter((table) => planned.has(table));
}

export function rejectFilled(name: string): never {
  throw new TransferError(`${name} already contains an installation.`, { reason: 'not-empty' });
}
