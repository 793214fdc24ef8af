import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: migrations do not use the current schema types
type AnyDatabase = Kysely<any>;

const COLUMNS = ['tel', 'address', 'memo'] as const;

export async function up(db: AnyDatabase): Promise<void> {
  for (const name of COLUMNS) {
    await db.schema
      .alterTable('users')
      .addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
      .execute();
  }
}

export async function down(db: AnyDatabase): Promise<void> {
  for (const name of COLUMNS) await db.schema.alterTable('users').dropColumn(name).execute();
}
