import { type Kysely, PostgresAdapter, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: migrations do not use the current schema types
type AnyDatabase = Kysely<any>;

export async function up(db: AnyDatabase): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const text = isPostgres ? sql`text collate "C"` : ('text' as const);

  await db.schema
    .createTable('mails')
    .addColumn('mail_id', text, (column) => column.primaryKey())
    .addColumn('recipient', text, (column) => column.notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('language', text, (column) => column.notNull())
    .addColumn('subject', text, (column) => column.notNull())
    .addColumn('content', text)
    .addColumn('status', text, (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('due_at', text)
    .addColumn('last_error', text)
    .addColumn('created_at', text, (column) => column.notNull())
    .addColumn('sent_at', text)
    .execute();
  await db.schema.createIndex('mails_due').on('mails').columns(['status', 'due_at']).execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropTable('mails').execute();
}
