import { type Kysely, PostgresAdapter, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: migrations do not use the current schema types
type AnyDatabase = Kysely<any>;

/** Filled when the posts are indexed anew after the start. */
export async function up(db: AnyDatabase): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const text = isPostgres ? sql`text collate "C"` : ('text' as const);
  await db.schema.alterTable('posts').addColumn('search_language', text).execute();
  await db.schema
    .createIndex('posts_by_search_language')
    .on('posts')
    .columns(['service_id', 'search_language', 'search_key'])
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropIndex('posts_by_search_language').execute();
  await db.schema.alterTable('posts').dropColumn('search_language').execute();
}
