import { type Kysely, PostgresAdapter, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: migrations do not use the current schema types
type AnyDatabase = Kysely<any>;

export async function up(db: AnyDatabase): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const text = isPostgres ? sql`text collate "C"` : ('text' as const);

  await db.schema
    .createTable('bulk_changes')
    .addColumn('change_id', text, (column) => column.primaryKey().notNull())
    .addColumn('service_id', text, (column) => column.notNull().references('services.service_id').onDelete('cascade'))
    .addColumn('username', text, (column) => column.notNull())
    .addColumn('action', text, (column) => column.notNull())
    .addColumn('made_at', text, (column) => column.notNull())
    .addColumn('content', text, (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('bulk_changes_of_maker')
    .on('bulk_changes')
    .columns(['username', 'service_id', 'change_id'])
    .execute();
  await db.schema.createIndex('bulk_changes_made').on('bulk_changes').columns(['made_at']).execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropTable('bulk_changes').execute();
}
