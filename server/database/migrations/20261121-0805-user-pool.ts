import { type Kysely, PostgresAdapter, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: migrations do not use the current schema types
type AnyDatabase = Kysely<any>;

export async function up(db: AnyDatabase): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const text = isPostgres ? sql`text collate "C"` : ('text' as const);

  await db.schema
    .createTable('pool_users')
    .addColumn('username', text, (column) => column.primaryKey())
    .addColumn('sub', text, (column) => column.notNull().unique())
    .addColumn('email', text, (column) => column.notNull())
    .addColumn('email_key', text, (column) => column.notNull().unique())
    .addColumn('is_email_verified', 'integer', (column) => column.notNull())
    .addColumn('attributes', text, (column) => column.notNull())
    .addColumn('status', text, (column) => column.notNull())
    .addColumn('is_enabled', 'integer', (column) => column.notNull())
    .addColumn('salt', text, (column) => column.notNull())
    .addColumn('verifier', text, (column) => column.notNull())
    .addColumn('created_at', text, (column) => column.notNull())
    .addColumn('updated_at', text)
    .execute();
  await db.schema
    .createTable('pool_sessions')
    .addColumn('session_id', text, (column) => column.primaryKey())
    .addColumn('username', text, (column) => column.notNull().references('pool_users.username').onDelete('cascade'))
    .addColumn('refresh_token_hash', text, (column) => column.notNull().unique())
    .addColumn('authenticated_at', text, (column) => column.notNull())
    .addColumn('expires_at', text, (column) => column.notNull())
    .addColumn('revoked_at', text)
    .execute();
  await db.schema.createIndex('pool_sessions_username').on('pool_sessions').columns(['username']).execute();
  await db.schema.createIndex('pool_sessions_expires').on('pool_sessions').columns(['expires_at']).execute();
  await db.schema
    .createTable('pool_keys')
    .addColumn('kid', text, (column) => column.primaryKey())
    .addColumn('private_key', text, (column) => column.notNull())
    .addColumn('public_key', text, (column) => column.notNull())
    .addColumn('created_at', text, (column) => column.notNull())
    .addColumn('expires_at', text, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('pool_failures')
    .addColumn('name_key', text, (column) => column.primaryKey())
    .addColumn('is_account', 'integer', (column) => column.notNull())
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('failed_at', text, (column) => column.notNull())
    .addColumn('locked_until', text)
    .execute();
  await db.schema
    .createIndex('pool_failures_failed')
    .on('pool_failures')
    .columns(['is_account', 'failed_at'])
    .execute();
  await db.schema
    .createTable('pool_used_challenges')
    .addColumn('challenge_id', text, (column) => column.primaryKey())
    .addColumn('expires_at', text, (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('pool_used_challenges_expires')
    .on('pool_used_challenges')
    .columns(['expires_at'])
    .execute();
  await db.schema
    .createTable('pool_settings')
    .addColumn('name', text, (column) => column.primaryKey())
    .addColumn('value', text, (column) => column.notNull())
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  const tables = ['pool_settings', 'pool_used_challenges', 'pool_failures', 'pool_keys', 'pool_sessions', 'pool_users'];
  for (const table of tables) await db.schema.dropTable(table).execute();
}
