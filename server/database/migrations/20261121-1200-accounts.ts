import { type Kysely, PostgresAdapter, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: migrations do not use the current schema types
type AnyDatabase = Kysely<any>;

export async function up(db: AnyDatabase): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const text = isPostgres ? sql`text collate "C"` : ('text' as const);

  await db.schema
    .alterTable('users')
    .addColumn('is_enabled', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();
  await db.schema.alterTable('users').addColumn('tokens_valid_after', text).execute();
  await db.schema.createIndex('users_role').on('users').columns(['role', 'username']).execute();
  await db.schema
    .createTable('user_photos')
    .addColumn('username', text, (column) => column.primaryKey().references('users.username').onDelete('cascade'))
    .addColumn('photo_id', text, (column) => column.notNull().unique())
    .addColumn('content_type', text, (column) => column.notNull())
    .addColumn('bytes', text, (column) => column.notNull())
    .addColumn('created_at', text, (column) => column.notNull())
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropTable('user_photos').execute();
  await db.schema.dropIndex('users_role').execute();
  for (const column of ['tokens_valid_after', 'is_enabled']) {
    await db.schema.alterTable('users').dropColumn(column).execute();
  }
}
