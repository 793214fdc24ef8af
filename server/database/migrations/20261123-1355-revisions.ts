import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: migrations do not use the current schema types
type AnyDatabase = Kysely<any>;

const TABLES = ['categories', 'tags', 'post_groups'] as const;

export async function up(db: AnyDatabase): Promise<void> {
  for (const table of TABLES) {
    await db.schema
      .alterTable(table)
      .addColumn('revision', 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
  }
}

export async function down(db: AnyDatabase): Promise<void> {
  for (const table of TABLES) await db.schema.alterTable(table).dropColumn('revision').execute();
}
