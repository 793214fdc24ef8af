import { type Kysely, PostgresAdapter, sql } from 'kysely';
import { systemClock, toInstant } from '../../platform/clock.ts';

// biome-ignore lint/suspicious/noExplicitAny: a migration knows no later shape of the database
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
  // The bare id is what clients take for the content id; a token that nobody ever dated is good for another month.
  const inThirtyDays = toInstant(new Date(systemClock.now().getTime() + 30 * 86_400_000));
  await db
    .updateTable('posts')
    .set({ content_id: sql.ref('post_id'), preview_expires_at: inThirtyDays })
    .execute();
  // SQLite reads a row from its beginning: what lists need must not stand behind the long texts.
  if (!isPostgres) for (const name of LONG_TEXTS) await moveToTheEnd(db, name);
  await db.schema.createIndex('posts_content').on('posts').columns(['service_id', 'content_id']).execute();
  await sql`create index posts_reserved on posts (effective_at, post_id) where status = 'reserved'`.execute(db);
}

async function moveToTheEnd(db: AnyDatabase, name: string): Promise<void> {
  const moved = `${name}_moved`;
  await db.schema
    .alterTable('posts')
    .addColumn(moved, 'text', (column) => column.notNull().defaultTo(name === 'links' ? '[]' : ''))
    .execute();
  await db
    .updateTable('posts')
    .set({ [moved]: sql.ref(name) })
    .execute();
  await db.schema.alterTable('posts').dropColumn(name).execute();
  await db.schema.alterTable('posts').renameColumn(moved, name).execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropIndex('posts_reserved').execute();
  await db.schema.dropIndex('posts_content').execute();
  for (const name of NEW_COLUMNS) await db.schema.alterTable('posts').dropColumn(name).execute();
}
