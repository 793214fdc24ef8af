import { type CreateTableBuilder, type Kysely, PostgresAdapter, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: migrations do not use the current schema types
type AnyDatabase = Kysely<any>;

export async function up(db: AnyDatabase): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  // Compares text byte by byte on both engines.
  const text = isPostgres ? sql`text collate "C"` : ('text' as const);
  const id = isPostgres ? ('serial' as const) : ('integer' as const);
  const autoIncrement = isPostgres ? [] : ['autoIncrement'];

  await db.schema
    .createTable('services')
    .addColumn('service_id', text, (column) => column.primaryKey())
    .addColumn('label', text, (column) => column.notNull())
    .addColumn('functions', text, (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('created_at', text, (column) => column.notNull())
    .addColumn('updated_at', text)
    .execute();

  await db.schema
    .createTable('categories')
    .addColumn('id', id, (column) =>
      autoIncrement.length > 0 ? column.primaryKey().autoIncrement() : column.primaryKey(),
    )
    .addColumn('service_id', text, (column) => column.notNull().references('services.service_id').onDelete('cascade'))
    .addColumn('slug', text, (column) => column.notNull())
    .addColumn('label', text, (column) => column.notNull())
    .addColumn('parent_id', 'integer', (column) => column.references('categories.id'))
    .addColumn('parent_path', text, (column) => column.notNull())
    .addColumn('order_no', 'integer')
    .addColumn('created_at', text, (column) => column.notNull())
    .addColumn('updated_at', text)
    .addUniqueConstraint('categories_slug', ['service_id', 'slug'])
    .execute();
  await db.schema.createIndex('categories_parent').on('categories').columns(['parent_id']).execute();

  await db.schema
    .createTable('tags')
    .addColumn('tag_id', text, (column) => column.primaryKey())
    .addColumn('service_id', text, (column) => column.notNull().references('services.service_id').onDelete('cascade'))
    .addColumn('label', text, (column) => column.notNull())
    .addColumn('created_at', text, (column) => column.notNull())
    .addUniqueConstraint('tags_label', ['service_id', 'label'])
    .execute();

  await withPostColumns(db.schema.createTable('posts'), text)
    .addUniqueConstraint('posts_slug', ['service_id', 'slug'])
    .execute();
  await db.schema.createIndex('posts_listed').on('posts').columns(['service_id', 'listed_at', 'post_id']).execute();
  await db.schema
    .createIndex('posts_listed_in_category')
    .on('posts')
    .columns(['service_id', 'category_id', 'listed_at', 'post_id'])
    .execute();
  await db.schema.createIndex('posts_category').on('posts').columns(['category_id']).execute();
  await db.schema.createIndex('posts_render_version').on('posts').columns(['render_version']).execute();

  await db.schema
    .createTable('post_tags')
    .addColumn('service_id', text, (column) => column.notNull())
    .addColumn('post_id', text, (column) => column.notNull().references('posts.post_id').onDelete('cascade'))
    .addColumn('tag_id', text, (column) => column.notNull().references('tags.tag_id').onDelete('cascade'))
    .addColumn('listed_at', text)
    .addPrimaryKeyConstraint('post_tags_pk', ['post_id', 'tag_id'])
    .execute();
  await db.schema.createIndex('post_tags_listed').on('post_tags').columns(['tag_id', 'listed_at', 'post_id']).execute();

  await db.schema
    .createTable('post_imports')
    .addColumn('service_id', text, (column) => column.notNull())
    .addColumn('source_path', text, (column) => column.notNull())
    .addColumn('post_id', text, (column) => column.notNull().references('posts.post_id').onDelete('cascade'))
    .addColumn('content_hash', text, (column) => column.notNull())
    .addColumn('post_revision', 'integer', (column) => column.notNull())
    .addColumn('imported_at', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('post_imports_pk', ['service_id', 'source_path'])
    .execute();
  await db.schema.createIndex('post_imports_post').on('post_imports').columns(['post_id']).execute();
}

/** Long texts come last, so that SQLite reads short columns without overflow pages. */
function withPostColumns(table: CreateTableBuilder<string, never>, text: 'text' | ReturnType<typeof sql>) {
  return table
    .addColumn('post_id', text, (column) => column.primaryKey())
    .addColumn('service_id', text, (column) => column.notNull().references('services.service_id').onDelete('cascade'))
    .addColumn('slug', text, (column) => column.notNull())
    .addColumn('title', text, (column) => column.notNull())
    .addColumn('description', text, (column) => column.notNull())
    .addColumn('author', text, (column) => column.notNull())
    .addColumn('excerpt', text, (column) => column.notNull())
    .addColumn('body_format', text, (column) => column.notNull())
    .addColumn('status', text, (column) => column.notNull())
    .addColumn('publish_at', text)
    .addColumn('effective_at', text)
    .addColumn('listed_at', text)
    .addColumn('is_hidden_in_list', 'integer', (column) => column.notNull())
    .addColumn('category_id', 'integer', (column) => column.references('categories.id'))
    .addColumn('preview_token', text, (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('render_version', 'integer', (column) => column.notNull())
    .addColumn('created_at', text, (column) => column.notNull())
    .addColumn('created_by', text, (column) => column.notNull())
    .addColumn('updated_at', text)
    .addColumn('updated_by', text)
    .addColumn('body', text, (column) => column.notNull())
    .addColumn('body_html', text, (column) => column.notNull())
    .addColumn('body_text', text, (column) => column.notNull());
}

export async function down(db: AnyDatabase): Promise<void> {
  for (const table of ['post_imports', 'post_tags', 'posts', 'tags', 'categories', 'services']) {
    await db.schema.dropTable(table).execute();
  }
}
