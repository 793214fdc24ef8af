import {
  type Compilable,
  type CompiledQuery,
  type Expression,
  type InsertResult,
  PostgresAdapter,
  type RawBuilder,
  sql,
} from 'kysely';
import type { Db } from './connect.ts';
import type { Tables } from './tables.ts';

export function isPostgres(db: Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

class Placeholder {
  readonly name: string;
  readonly index: number | undefined;

  constructor(name: string, index?: number) {
    this.name = name;
    this.index = index;
  }

  valueIn(given: object): unknown {
    const value = given[this.name as keyof object] as unknown;
    return this.index === undefined ? value : (value as readonly unknown[])[this.index];
  }
}

type Built<Row> = Compilable<Row> & { execute(): Promise<Row[]> };

/** A query is built again for longer lists, so that few forms of it are kept. */
const MAX_LISTED = 100;

/**
 * Builds and compiles a query once and reuses it, since compiling costs more than running. Caches from the second call
 * per connection pool, which its transactions share. `build` gets placeholders, and lists of them for lists: it may
 * pass them to the query, but not inspect them. Anything else that changes the query's structure must go into `shape`,
 * which needs few distinct values.
 */
export function compiledQuery<Given extends object, Row, Shape extends string = ''>(
  build: (db: Db, given: Given, shape: Shape) => Built<Row>,
): (db: Db, given: Given, shape?: Shape) => Promise<Row[]> {
  const compiled = new WeakMap<object, Map<string, CompiledQuery<Row> | 'once'>>();
  return async (db, given, shape = '' as Shape) => {
    const { adapter: pool } = db.getExecutor();
    const ofPool = compiled.get(pool) ?? new Map<string, CompiledQuery<Row> | 'once'>();
    const form = formOf(given, shape);
    const known = form === undefined ? undefined : ofPool.get(form);
    const query = known === 'once' ? build(db, toPlaceholders(given), shape).compile() : known;
    if (form !== undefined && (query !== known || !query)) compiled.set(pool, ofPool.set(form, query ?? 'once'));
    if (!query) return build(db, given, shape).execute();
    const parameters = query.parameters.map((value) => (value instanceof Placeholder ? value.valueIn(given) : value));
    const { rows } = await db.executeQuery<Row>({ ...query, parameters });
    return rows;
  };
}

/** Undefined for long lists. */
function formOf(given: object, shape: string): string | undefined {
  let form = shape;
  for (const value of Object.values(given)) {
    if (!Array.isArray(value)) continue;
    if (value.length > MAX_LISTED) return undefined;
    form += ` ${value.length}`;
  }
  return form;
}

function toPlaceholders<Given extends object>(given: Given): Given {
  const entries = Object.entries(given).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map((_, index) => new Placeholder(name, index)) : new Placeholder(name),
  ]);
  return Object.fromEntries(entries);
}

export function compiledInsert<Row extends object>(table: keyof Tables): (db: Db, row: Row) => Promise<unknown> {
  const insert = compiledQuery((db, row: Row, columns: string): Built<InsertResult> => {
    const values = columns.split(' ').map((column) => [column, row[column as keyof Row]]);
    return db.insertInto(table).values(Object.fromEntries(values));
  });
  return (db, row) => insert(db, row, Object.keys(row).join(' '));
}

/** Reads a text column as bytes on SQLite, because node:sqlite takes three times as long to decode a text itself. */
export function longText(db: Db, column: string): RawBuilder<string> {
  return isPostgres(db) ? sql.ref<string>(column) : sql<string>`cast(${sql.ref(column)} as blob)`;
}

/**
 * Wraps a column so that SQLite does not use an index on it. Next to a list of ids SQLite would prefer an index that
 * begins with the service, and read all its rows.
 */
export function preventIndexUse(column: Expression<string>): Expression<string> {
  return sql<string>`(${column} || '')`;
}

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
