import { type Kysely, PostgresAdapter, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: migrations do not use the current schema types
type AnyDatabase = Kysely<any>;

export async function up(db: AnyDatabase): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const text = isPostgres ? sql`text collate "C"` : ('text' as const);

  await db.schema
    .createTable('post_groups')
    .addColumn('group_id', text, (column) => column.primaryKey())
    .addColumn('service_id', text, (column) => column.notNull().references('services.service_id').onDelete('cascade'))
    .addColumn('slug', text, (column) => column.notNull())
    .addColumn('label', text, (column) => column.notNull())
    .addColumn('created_at', text, (column) => column.notNull())
    .addColumn('updated_at', text, (column) => column.notNull())
    .addUniqueConstraint('post_groups_slug', ['service_id', 'slug'])
    .execute();
  await db.schema
    .createIndex('post_groups_updated')
    .on('post_groups')
    .columns(['service_id', 'updated_at', 'group_id'])
    .execute();
  await db.schema
    .createTable('post_group_posts')
    .addColumn('group_id', text, (column) => column.notNull().references('post_groups.group_id').onDelete('cascade'))
    .addColumn('post_id', text, (column) => column.notNull().references('posts.post_id').onDelete('cascade'))
    .addColumn('service_id', text, (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('post_group_posts_pk', ['group_id', 'post_id'])
    .execute();
  await db.schema
    .createIndex('post_group_posts_order')
    .on('post_group_posts')
    .columns(['group_id', 'position', 'post_id'])
    .execute();
  await db.schema.createIndex('post_group_posts_post').on('post_group_posts').columns(['post_id']).execute();

  await db.schema
    .createTable('files')
    .addColumn('file_id', text, (column) => column.primaryKey())
    .addColumn('service_id', text, (column) => column.notNull().references('services.service_id').onDelete('cascade'))
    .addColumn('file_type', text, (column) => column.notNull())
    .addColumn('mime_type', text, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    // Exact up to 2^53 and a number on both engines, unlike bigint.
    .addColumn('size', 'double precision', (column) => column.notNull())
    .addColumn('status', text, (column) => column.notNull())
    .addColumn('created_at', text, (column) => column.notNull())
    .addColumn('created_by', text, (column) => column.notNull())
    .addColumn('updated_at', text)
    .execute();
  await db.schema.createIndex('files_service').on('files').columns(['service_id', 'created_at', 'file_id']).execute();
  await db.schema
    .createTable('post_files')
    .addColumn('post_id', text, (column) => column.notNull().references('posts.post_id').onDelete('cascade'))
    .addColumn('file_id', text, (column) => column.notNull().references('files.file_id').onDelete('cascade'))
    .addColumn('service_id', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('post_files_pk', ['post_id', 'file_id'])
    .execute();
  await db.schema.createIndex('post_files_file').on('post_files').columns(['file_id']).execute();

  await db.schema
    .createTable('service_contents')
    .addColumn('service_id', text, (column) => column.notNull().references('services.service_id').onDelete('cascade'))
    .addColumn('content_id', text, (column) => column.notNull())
    .addColumn('comment_default_publish_status', text, (column) => column.notNull())
    .addColumn('created_at', text, (column) => column.notNull())
    .addColumn('updated_at', text)
    .addPrimaryKeyConstraint('service_contents_pk', ['service_id', 'content_id'])
    .execute();

  await db.schema
    .alterTable('categories')
    .addColumn('description', text, (column) => column.notNull().defaultTo(''))
    .execute();
  await db.schema.createIndex('categories_path').on('categories').columns(['service_id', 'parent_path']).execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropIndex('categories_path').execute();
  await db.schema.alterTable('categories').dropColumn('description').execute();
  for (const table of ['service_contents', 'post_files', 'files', 'post_group_posts', 'post_groups'])
    await db.schema.dropTable(table).execute();
}
