import { type Kysely, PostgresAdapter, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: migrations do not use the current schema types
type AnyDatabase = Kysely<any>;

const SENDERS = ['author_id', 'address_hash'] as const;

export async function up(db: AnyDatabase): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const text = isPostgres ? sql`text collate "C"` : ('text' as const);
  await db.schema.alterTable('comments').addColumn('reply_to', text).execute();
  await db.schema
    .alterTable('comments')
    .addColumn('is_spam', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  for (const sender of SENDERS) {
    await db.schema
      .createIndex(`spam_by_${sender}`)
      .on('comments')
      .columns(['service_id', sender])
      .where(sql.ref('is_spam'), '=', 1)
      .execute();
  }
}

export async function down(db: AnyDatabase): Promise<void> {
  for (const sender of SENDERS) await db.schema.dropIndex(`spam_by_${sender}`).execute();
  await db.schema.alterTable('comments').dropColumn('is_spam').execute();
  await db.schema.alterTable('comments').dropColumn('reply_to').execute();
}
