import { type Kysely, PostgresAdapter, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: migrations do not use the current schema types
type AnyDatabase = Kysely<any>;

export async function up(db: AnyDatabase): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const text = isPostgres ? sql`text collate "C"` : ('text' as const);

  // No foreign key to posts: history and bin outlive them.
  await db.schema
    .createTable('post_revisions')
    .addColumn('post_id', text, (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('service_id', text, (column) => column.notNull().references('services.service_id').onDelete('cascade'))
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('title', text, (column) => column.notNull())
    .addColumn('saved_at', text, (column) => column.notNull())
    .addColumn('saved_by', text, (column) => column.notNull())
    .addColumn('content', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('post_revisions_pk', ['post_id', 'revision'])
    .execute();
  await db.schema
    .createIndex('post_revisions_saved')
    .on('post_revisions')
    .columns(['saved_at', 'post_id', 'revision'])
    .execute();
  await db.schema.createIndex('post_revisions_service').on('post_revisions').columns(['service_id']).execute();

  await db.schema
    .createTable('post_working_copies')
    .addColumn('post_id', text, (column) => column.notNull().references('posts.post_id').onDelete('cascade'))
    .addColumn('username', text, (column) => column.notNull())
    .addColumn('service_id', text, (column) => column.notNull())
    .addColumn('base_revision', 'integer', (column) => column.notNull())
    .addColumn('updated_at', text, (column) => column.notNull())
    .addColumn('content', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('post_working_copies_pk', ['post_id', 'username'])
    .execute();
  await db.schema
    .createIndex('post_working_copies_updated')
    .on('post_working_copies')
    .columns(['updated_at'])
    .execute();

  await db.schema
    .createTable('deleted_posts')
    .addColumn('post_id', text, (column) => column.primaryKey())
    .addColumn('service_id', text, (column) => column.notNull().references('services.service_id').onDelete('cascade'))
    .addColumn('slug', text, (column) => column.notNull())
    .addColumn('title', text, (column) => column.notNull())
    .addColumn('status', text, (column) => column.notNull())
    .addColumn('deleted_at', text, (column) => column.notNull())
    .addColumn('deleted_by', text, (column) => column.notNull())
    .addColumn('content', text, (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('deleted_posts_of_service')
    .on('deleted_posts')
    .columns(['service_id', 'deleted_at', 'post_id'])
    .execute();
  await db.schema.createIndex('deleted_posts_deleted').on('deleted_posts').columns(['deleted_at']).execute();

  await db.schema
    .createTable('post_slug_redirects')
    .addColumn('service_id', text, (column) => column.notNull())
    .addColumn('slug', text, (column) => column.notNull())
    .addColumn('post_id', text, (column) => column.notNull().references('posts.post_id').onDelete('cascade'))
    .addColumn('created_at', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('post_slug_redirects_pk', ['service_id', 'slug'])
    .execute();
  await db.schema.createIndex('post_slug_redirects_post').on('post_slug_redirects').columns(['post_id']).execute();

  // No foreign key to posts: files of deleted posts still have to be removed.
  await db.schema
    .createTable('static_files')
    .addColumn('path', text, (column) => column.primaryKey())
    .addColumn('service_id', text, (column) => column.notNull())
    .addColumn('post_id', text, (column) => column.notNull())
    .addColumn('generation', 'integer', (column) => column.notNull())
    .addColumn('written_at', text)
    .addColumn('due_at', text)
    .addColumn('leased_until', text)
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('last_error', text)
    .execute();
  await db.schema.createIndex('static_files_due').on('static_files').columns(['due_at']).execute();
  // Queues files for all published and scheduled posts. The writer skips those that need none.
  await sql`
    insert into static_files (path, service_id, post_id, generation, due_at, attempts)
    select 'posts/' || service_id || '/' || slug || '.json', service_id, post_id, 1, effective_at, 0
    from posts where status in ('published', 'reserved') and effective_at is not null
  `.execute(db);

  await db.schema
    .createTable('clock_ticks')
    .addColumn('name', text, (column) => column.primaryKey())
    .addColumn('ticked_at', text, (column) => column.notNull())
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  const tables = [
    'clock_ticks',
    'static_files',
    'post_slug_redirects',
    'deleted_posts',
    'post_working_copies',
    'post_revisions',
  ];
  for (const table of tables) await db.schema.dropTable(table).execute();
}
