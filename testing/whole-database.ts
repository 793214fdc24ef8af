import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import type { PlannedTable } from '#server/data-transfer/tables/table-plan.ts';
import { connect, type DatabaseTarget } from '#server/database/connect.ts';

/** Independent of the code that copies rows. */
export async function everythingIn(
  target: DatabaseTarget,
  tables: readonly PlannedTable[],
): Promise<Record<string, unknown[]>> {
  const database = connect(target);
  try {
    const content: Record<string, unknown[]> = {};
    for (const { name, columns } of tables) {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(
        database.reader.withoutPlugins(),
      );
      const values = rows.map((row) => columns.map((column) => row[column.name]));
      content[name] = values.map((row) => JSON.stringify(row)).toSorted();
    }
    return content;
  } finally {
    await database.close();
  }
}

const AWKWARD = `{"NULL",\\ 'x'}\n\t\u2028 日本語 👩‍👩‍👧 é`;

/** Fills every empty table, some with values that are hard to copy. */
export function fillEveryTable(path: string, tables: readonly PlannedTable[]): void {
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: true });
  for (const { name, columns } of tables) {
    if (database.prepare(`select 1 from "${name}"`).get()) continue;
    const links = new Map(
      database
        .prepare('select "from" as own, "table" as other, "to" as its from pragma_foreign_key_list(?)')
        .all(name)
        .map(({ own, other, its }) => [
          String(own),
          database.prepare(`select "${its}" as id from "${other}"`).get()?.id,
        ]),
    );
    const values = columns.map((column) => links.get(column.name) ?? (column.isText ? AWKWARD : 7));
    const places = columns.map(() => '?').join(', ');
    database
      .prepare(`insert into "${name}" (${columns.map((column) => column.name).join(', ')}) values (${places})`)
      .run(...values);
  }
  const long = `${AWKWARD}${'長い'.repeat(400_000)}`;
  database
    .prepare('update posts set body = ?, title = ? where post_id = (select min(post_id) from posts)')
    .run(long, AWKWARD);
  database.prepare('update files set size = 4294967296.0 where file_id = (select min(file_id) from files)').run();
  database.close();
}

export function fillManyRows(path: string, count: number): void {
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: true });
  database.exec('begin; pragma defer_foreign_keys = on');
  database
    .prepare(
      "insert into services (service_id, label, functions, revision, created_at) values ('many', 'x', '[]', 1, 'x')",
    )
    .run();
  const category = database.prepare(
    "insert into categories (id, service_id, slug, label, parent_path, parent_id, created_at) values (?, 'many', ?, 'x', '', ?, 'x')",
  );
  const entry = database.prepare(
    "insert into audit_log (entry_id, at, action, actor_kind, details) values (?, '2999-01-01T00:00:00Z', 'x', 'system', ?)",
  );
  for (let at = 0; at < count; at += 1) {
    category.run(1000 + at, `slug-${at}`, at + 1 < count ? 1001 + at : null);
    entry.run(`entry-${String(at).padStart(8, '0')}`, 'detail '.repeat(20));
  }
  database.exec('commit');
  database.close();
}
