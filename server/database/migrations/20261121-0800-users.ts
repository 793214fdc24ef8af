import { type Kysely, PostgresAdapter, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: migrations do not use the current schema types
type AnyDatabase = Kysely<any>;

export async function up(db: AnyDatabase): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const text = isPostgres ? sql`text collate "C"` : ('text' as const);

  await db.schema
    .createTable('users')
    .addColumn('username', text, (column) => column.primaryKey())
    .addColumn('role', text, (column) => column.notNull())
    .addColumn('created_at', text, (column) => column.notNull())
    .addColumn('updated_at', text)
    .execute();
  await db.schema
    .createTable('user_services')
    .addColumn('username', text, (column) => column.notNull().references('users.username').onDelete('cascade'))
    .addColumn('service_id', text, (column) => column.notNull().references('services.service_id').onDelete('cascade'))
    .addColumn('created_at', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('user_services_pk', ['username', 'service_id'])
    .execute();
  await db.schema.createIndex('user_services_service').on('user_services').columns(['service_id']).execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  for (const table of ['user_services', 'users']) await db.schema.dropTable(table).execute();
}
