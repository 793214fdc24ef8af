import { sql } from 'kysely';
import { connect, type Db } from '../../database/connect.ts';
import { migrateToLatest } from '../../database/migrate.ts';
import { migrations } from '../../database/migrations/index.ts';

export interface PlannedColumn {
  readonly name: string;
  readonly isText: boolean;
}

export interface PlannedTable {
  readonly name: string;
  /** Ordered by name, independent of the engine. */
  readonly columns: readonly PlannedColumn[];
  /** Primary key: column names, and their indexes in `columns`. */
  readonly key: readonly string[];
  readonly keyPlaces: readonly number[];
  readonly ownLinks: readonly number[];
  readonly counted: string | undefined;
}

export interface TablePlan {
  /** Ordered by foreign keys: referenced tables first. */
  readonly tables: readonly PlannedTable[];
  readonly migrations: readonly string[];
}

let known: Promise<TablePlan> | undefined;

/** Reads the schema from a migrated in-memory database, so that no table is forgotten. Cached. */
export function readTablePlan(): Promise<TablePlan> {
  known ??= makeTablePlan();
  return known;
}

async function makeTablePlan(): Promise<TablePlan> {
  const target = { engine: 'sqlite', path: ':memory:', isDisposable: true } as const;
  const database = connect(target);
  try {
    await migrateToLatest(database, target);
    const drafts = await readTables(database.writer.withoutPlugins() as Db);
    return { tables: inOrder(drafts).map(({ table }) => table), migrations: Object.keys(migrations).toSorted() };
  } finally {
    await database.close();
  }
}

interface Draft {
  readonly table: PlannedTable;
  readonly leadsTo: ReadonlySet<string>;
}

async function readTables(db: Db): Promise<Draft[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select name, sql as definition from sqlite_schema
    where type = 'table' and name not like 'sqlite%' and name not like 'kysely%' order by name`.execute(db);
  const drafts: Draft[] = [];
  for (const { name, definition } of rows) drafts.push(await readTable(db, name, definition));
  return drafts;
}

async function readTable(db: Db, name: string, definition: string): Promise<Draft> {
  const { rows: columns } = await sql<{ name: string; type: string; pk: number }>`
    select name, type, pk from pragma_table_info(${name}) order by name`.execute(db);
  const { rows: links } = await sql<{ column: string; leadsTo: string }>`
    select "from" as "column", "table" as "leadsTo" from pragma_foreign_key_list(${name})`.execute(db);
  const key = columns
    .filter(({ pk }) => pk > 0)
    .toSorted((one, other) => one.pk - other.pk)
    .map((column) => column.name);
  if (key.length === 0) throw new Error(`The table ${name} has no primary key, by which it could be copied`);
  const placeOf = (column: string) => columns.findIndex((one) => one.name === column);
  const table = {
    name,
    columns: columns.map((column) => ({ name: column.name, isText: column.type.toLowerCase() === 'text' })),
    key,
    keyPlaces: key.map(placeOf),
    ownLinks: links.filter(({ leadsTo }) => leadsTo === name).map(({ column }) => placeOf(column)),
    counted: /autoincrement/i.test(definition) ? key[0] : undefined,
  };
  return { table, leadsTo: new Set(links.map(({ leadsTo }) => leadsTo).filter((other) => other !== name)) };
}

function inOrder(drafts: readonly Draft[]): Draft[] {
  const placed = new Set<string>();
  const ordered: Draft[] = [];
  let waiting = [...drafts];
  while (waiting.length > 0) {
    const ready = waiting.filter(({ leadsTo }) => [...leadsTo].every((name) => placed.has(name)));
    if (ready.length === 0) throw new Error('Tables lead to each other in a circle');
    ordered.push(...ready);
    for (const { table } of ready) placed.add(table.name);
    waiting = waiting.filter(({ table }) => !placed.has(table.name));
  }
  return ordered;
}
