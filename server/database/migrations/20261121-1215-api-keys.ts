import { type Kysely, PostgresAdapter, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: migrations do not use the current schema types
type AnyDatabase = Kysely<any>;

export async function up(db: AnyDatabase): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const text = isPostgres ? sql`text collate "C"` : ('text' as const);

  await db.schema
    .createTable('api_keys')
    .addColumn('key_id', text, (column) => column.primaryKey())
    .addColumn('label', text, (column) => column.notNull())
    .addColumn('secret_hash', text, (column) => column.notNull().unique())
    .addColumn('may', text, (column) => column.notNull())
    .addColumn('created_by', text, (column) => column.notNull())
    .addColumn('created_at', text, (column) => column.notNull())
    .addColumn('expires_at', text)
    .addColumn('last_used_at', text)
    .addColumn('revoked_at', text)
    .execute();
  await db.schema
    .createTable('api_key_services')
    .addColumn('key_id', text, (column) => column.notNull().references('api_keys.key_id').onDelete('cascade'))
    .addColumn('service_id', text, (column) => column.notNull().references('services.service_id').onDelete('cascade'))
    .addPrimaryKeyConstraint('api_key_services_pk', ['key_id', 'service_id'])
    .execute();
  await db.schema.createIndex('api_key_services_service').on('api_key_services').columns(['service_id']).execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  for (const table of ['api_key_services', 'api_keys']) await db.schema.dropTable(table).execute();
}
