import { type Kysely, PostgresAdapter, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: migrations do not use the current schema types
type AnyDatabase = Kysely<any>;

/** Adds n-gram posting lists in blocks. Existing posts are indexed after the start. */
export async function up(db: AnyDatabase): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const text = isPostgres ? sql`text collate "C"` : ('text' as const);
  await db.schema.alterTable('posts').addColumn('search_number', 'integer').execute();
  await db.schema
    .createIndex('posts_by_search_number')
    .on('posts')
    .columns(['service_id', 'search_number', 'listed_at', 'post_id'])
    .execute();
  await db.schema
    .createIndex('posts_listed_to_search')
    .on('posts')
    .columns(['service_id', 'listed_at', 'post_id', 'search_number'])
    .execute();
  await db.schema
    .createTable('search_indexes')
    .addColumn('service_id', text, (column) =>
      column.primaryKey().notNull().references('services.service_id').onDelete('cascade'),
    )
    .addColumn('version', text, (column) => column.notNull())
    .addColumn('next_number', 'integer', (column) => column.notNull())
    .execute();
  const postings = db.schema
    .createTable('search_postings')
    .addColumn('service_id', text, (column) => column.notNull())
    .addColumn('gram', text, (column) => column.notNull())
    .addColumn('block', 'integer', (column) => column.notNull())
    .addColumn('posts', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('search_postings_pk', ['service_id', 'gram', 'block']);
  // WITHOUT ROWID stores the key once, which is most of a row.
  await (isPostgres ? postings : postings.modifyEnd(sql`without rowid`)).execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropTable('search_postings').execute();
  await db.schema.dropTable('search_indexes').execute();
  await db.schema.dropIndex('posts_listed_to_search').execute();
  await db.schema.dropIndex('posts_by_search_number').execute();
  await db.schema.alterTable('posts').dropColumn('search_number').execute();
}
