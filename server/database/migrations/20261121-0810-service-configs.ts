import { type Kysely, PostgresAdapter, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: migrations do not use the current schema types
type AnyDatabase = Kysely<any>;

export async function up(db: AnyDatabase): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const text = isPostgres ? sql`text collate "C"` : ('text' as const);

  await db.schema
    .createTable('service_configs')
    .addColumn('service_id', text, (column) => column.notNull().references('services.service_id').onDelete('cascade'))
    .addColumn('config_name', text, (column) => column.notNull())
    .addColumn('config_val', text, (column) => column.notNull())
    .addColumn('updated_at', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('service_configs_pk', ['service_id', 'config_name'])
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropTable('service_configs').execute();
}
