import { type Kysely, PostgresAdapter, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: migrations do not use the current schema types
type AnyDatabase = Kysely<any>;

export async function up(db: AnyDatabase): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const text = isPostgres ? sql`text collate "C"` : ('text' as const);

  await db.schema
    .alterTable('posts')
    .addColumn('links', text, (column) => column.notNull().defaultTo('[]'))
    .execute();
  await db.schema.createIndex('posts_created').on('posts').columns(['service_id', 'created_at', 'post_id']).execute();
  // Sorts posts without a publish time first on both engines.
  await sql`create index posts_by_publish_time on posts (service_id, coalesce(publish_at, ''), post_id)`.execute(db);
  // Includes the id for keyset paging when posts are rendered again.
  await db.schema.dropIndex('posts_render_version').execute();
  await db.schema.createIndex('posts_render_version').on('posts').columns(['render_version', 'post_id']).execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropIndex('posts_render_version').execute();
  await db.schema.createIndex('posts_render_version').on('posts').columns(['render_version']).execute();
  await db.schema.dropIndex('posts_by_publish_time').execute();
  await db.schema.dropIndex('posts_created').execute();
  await db.schema.alterTable('posts').dropColumn('links').execute();
}
