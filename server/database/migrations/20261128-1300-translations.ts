import { type Kysely, PostgresAdapter, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: migrations do not use the current schema types
type AnyDatabase = Kysely<any>;

/** Rows stay while their post is in the bin, so `post_id` references no table. */
export async function up(db: AnyDatabase): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const text = isPostgres ? sql`text collate "C"` : ('text' as const);
  await db.schema
    .createTable('translations')
    .addColumn('post_id', text, (column) => column.primaryKey().notNull())
    .addColumn('service_id', text, (column) => column.notNull().references('services.service_id').onDelete('cascade'))
    .addColumn('set_id', text, (column) => column.notNull())
    .addColumn('language', text, (column) => column.notNull())
    .addColumn('is_lead', 'integer', (column) => column.notNull())
    .addColumn('outdated', 'integer', (column) => column.notNull())
    .addColumn('missing', 'integer', (column) => column.notNull())
    .addColumn('extra', 'integer', (column) => column.notNull())
    .addColumn('original_id', text)
    .addColumn('original_revision', 'integer')
    .addColumn('reviewed_blocks', text)
    .addUniqueConstraint('translations_of_set', ['set_id', 'language'])
    .execute();
  await db.schema.createIndex('translations_of_service').on('translations').columns(['service_id', 'set_id']).execute();
  await db.schema.createIndex('translations_of_original').on('translations').columns(['original_id']).execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropTable('translations').execute();
}
