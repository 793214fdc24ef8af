import { type Kysely, PostgresAdapter, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: migrations do not use the current schema types
type AnyDatabase = Kysely<any>;

export async function up(db: AnyDatabase): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const text = isPostgres ? sql`text collate "C"` : ('text' as const);

  const addToUsers = db.schema.alterTable('pool_users');
  await addToUsers.addColumn('verified_email', text).execute();
  await addToUsers.addColumn('pending_email_key', text).execute();
  await addToUsers.addColumn('pending_totp_secret', text).execute();
  await addToUsers.addColumn('totp_secret', text).execute();
  await addToUsers.addColumn('is_totp_enabled', 'integer', (column) => column.notNull().defaultTo(0)).execute();
  await addToUsers.addColumn('last_totp_step', 'integer').execute();
  await sql`update pool_users set verified_email = email where is_email_verified = 1`.execute(db);
  await db.schema
    .createIndex('pool_users_pending_email')
    .on('pool_users')
    .columns(['pending_email_key', 'created_at'])
    .execute();
  await db.schema.createIndex('pool_users_status').on('pool_users').columns(['status', 'created_at']).execute();
  // Address by which administrators list and search accounts.
  const address = sql`coalesce(pending_email_key, email_key), username`;
  await sql`create index pool_users_address on pool_users (${address})`.execute(db);
  await sql`create index pool_users_enabled on pool_users (is_enabled, ${address})`.execute(db);

  const addToSessions = db.schema.alterTable('pool_sessions');
  for (const column of ['address', 'user_agent', 'last_used_at']) await addToSessions.addColumn(column, text).execute();

  await db.schema
    .createTable('pool_codes')
    .addColumn('username', text, (column) => column.notNull().references('pool_users.username').onDelete('cascade'))
    .addColumn('purpose', text, (column) => column.notNull())
    .addColumn('code_hash', text, (column) => column.notNull())
    .addColumn('created_at', text, (column) => column.notNull())
    .addColumn('expires_at', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('pool_codes_pk', ['username', 'purpose'])
    .execute();
  await db.schema
    .createTable('pool_recovery_codes')
    .addColumn('username', text, (column) => column.notNull().references('pool_users.username').onDelete('cascade'))
    .addColumn('code_hash', text, (column) => column.notNull())
    .addColumn('created_at', text, (column) => column.notNull())
    .addColumn('used_at', text)
    .addPrimaryKeyConstraint('pool_recovery_codes_pk', ['username', 'code_hash'])
    .execute();
  await db.schema
    .createTable('pool_identities')
    .addColumn('provider', text, (column) => column.notNull())
    .addColumn('subject', text, (column) => column.notNull())
    .addColumn('username', text, (column) => column.notNull().references('pool_users.username').onDelete('cascade'))
    .addColumn('email', text)
    .addColumn('created_at', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('pool_identities_pk', ['provider', 'subject'])
    .execute();
  await db.schema
    .createIndex('pool_identities_username')
    .unique()
    .on('pool_identities')
    .columns(['username', 'provider'])
    .execute();
  await db.schema
    .createTable('pool_counters')
    .addColumn('counter_key', text, (column) => column.primaryKey())
    .addColumn('uses', 'integer', (column) => column.notNull())
    .addColumn('ends_at', text, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('pool_counters_ends').on('pool_counters').columns(['ends_at']).execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  for (const table of ['pool_counters', 'pool_identities', 'pool_recovery_codes', 'pool_codes']) {
    await db.schema.dropTable(table).execute();
  }
  for (const column of ['last_used_at', 'user_agent', 'address']) {
    await db.schema.alterTable('pool_sessions').dropColumn(column).execute();
  }
  for (const index of ['enabled', 'address', 'status', 'pending_email']) {
    await db.schema.dropIndex(`pool_users_${index}`).execute();
  }
  for (const column of [
    ...['last_totp_step', 'is_totp_enabled', 'totp_secret', 'pending_totp_secret'],
    ...['pending_email_key', 'verified_email'],
  ]) {
    await db.schema.alterTable('pool_users').dropColumn(column).execute();
  }
}
