import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: migrations do not use the current schema types
type AnyDatabase = Kysely<any>;

const COLUMNS: readonly [table: string, column: string][] = [
  ['files', 'revision'],
  // `users.rights_revision` counts changes of the role and the services.
  ['users', 'notes_revision'],
];

export async function up(db: AnyDatabase): Promise<void> {
  for (const [table, name] of COLUMNS) {
    await db.schema
      .alterTable(table)
      .addColumn(name, 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
  }
}

export async function down(db: AnyDatabase): Promise<void> {
  for (const [table, name] of COLUMNS) await db.schema.alterTable(table).dropColumn(name).execute();
}
