import { type Kysely, PostgresAdapter, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: migrations do not use the current schema types
type AnyDatabase = Kysely<any>;

export async function up(db: AnyDatabase): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const text = isPostgres ? sql`text collate "C"` : ('text' as const);
  await db.schema
    .createTable('shared_limits')
    .addColumn('limit_key', text, (column) => column.primaryKey())
    .addColumn('uses', 'integer', (column) => column.notNull())
    .addColumn('ends_at', text, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('shared_limits_ends').on('shared_limits').columns(['ends_at']).execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropTable('shared_limits').execute();
}
