import { type Kysely, PostgresAdapter, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: migrations do not use the current schema types
type AnyDatabase = Kysely<any>;

const LONG_TEXTS = ['body', 'body_html', 'body_text', 'links'] as const;
const NEW_COLUMNS = [
  'label',
  'content_id',
  'editor_mode',
  'thumbnail',
  'images',
  'files',
  'preview_expires_at',
] as const;

/**
 * Indexes for the sort orders of the console, per service and per category. Null sorts first; ASCII letters sort
 * case-insensitively.
 */
const LIST_INDEXES: readonly (readonly [name: string, columns: string])[] = [
  ['posts_by_update', "service_id, coalesce(updated_at, ''), post_id"],
  ['posts_by_title', 'service_id, lower(title), post_id'],
  ['posts_by_slug', 'service_id, lower(slug), post_id'],
  ['posts_by_status', 'service_id, status, post_id'],
  ['posts_created_in_category', 'service_id, category_id, created_at, post_id'],
  ['posts_by_publish_time_in_category', "service_id, category_id, coalesce(publish_at, ''), post_id"],
  ['posts_by_update_in_category', "service_id, category_id, coalesce(updated_at, ''), post_id"],
  ['posts_by_title_in_category', 'service_id, category_id, lower(title), post_id'],
];

export async function up(db: AnyDatabase): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const text = isPostgres ? sql`text collate "C"` : ('text' as const);
  const addText = (name: string, fallback: string) =>
    db.schema
      .alterTable('posts')
      .addColumn(name, text, (column) => column.notNull().defaultTo(fallback))
      .execute();

  await addText('label', '');
  await addText('content_id', '');
  await addText('editor_mode', 'markdown');
  await db.schema.alterTable('posts').addColumn('thumbnail', text).execute();
  await addText('images', '[]');
  await addText('files', '[]');
  await addText('preview_expires_at', '');
  // Content ids default to the post id. Existing preview tokens get 30 days.
  const inThirtyDays = isPostgres
    ? sql`to_char(now() at time zone 'utc' + interval '30 days', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
    : sql`strftime('%Y-%m-%dT%H:%M:%SZ', 'now', '+30 days')`;
  await db
    .updateTable('posts')
    .set({ content_id: sql.ref('post_id'), preview_expires_at: inThirtyDays })
    .execute();
  // SQLite reads rows from the start, so columns of lists must precede long texts.
  if (!isPostgres) await moveToTheEnd(db);
  await db.schema.createIndex('posts_content').on('posts').columns(['service_id', 'content_id']).execute();
  await sql`create index posts_reserved on posts (effective_at, post_id) where status = 'reserved'`.execute(db);
  await sql`create index posts_reserved_of_service on posts (service_id, effective_at, post_id)
    where status = 'reserved'`.execute(db);
  for (const [name, columns] of LIST_INDEXES) {
    await sql`create index ${sql.ref(name)} on posts (${sql.raw(columns)})`.execute(db);
  }
}

async function moveToTheEnd(db: AnyDatabase): Promise<void> {
  const moved = (name: string) => `${name}_moved`;
  for (const name of LONG_TEXTS) {
    await db.schema
      .alterTable('posts')
      .addColumn(moved(name), 'text', (column) => column.notNull().defaultTo(name === 'links' ? '[]' : ''))
      .execute();
  }
  await db
    .updateTable('posts')
    .set(Object.fromEntries(LONG_TEXTS.map((name) => [moved(name), sql.ref(name)])))
    .execute();
  for (const name of LONG_TEXTS) {
    await db.schema.alterTable('posts').dropColumn(name).execute();
    await db.schema.alterTable('posts').renameColumn(moved(name), name).execute();
  }
}

export async function down(db: AnyDatabase): Promise<void> {
  for (const [name] of LIST_INDEXES) await db.schema.dropIndex(name).execute();
  await db.schema.dropIndex('posts_reserved_of_service').execute();
  await db.schema.dropIndex('posts_reserved').execute();
  await db.schema.dropIndex('posts_content').execute();
  for (const name of NEW_COLUMNS) await db.schema.alterTable('posts').dropColumn(name).execute();
}
