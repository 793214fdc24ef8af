import { type Kysely, PostgresAdapter, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: migrations do not use the current schema types
type AnyDatabase = Kysely<any>;

const TEXTS = ['name_key', 'alt_en', 'alt_ja', 'caption_en', 'caption_ja'] as const;
const MAYBE_TEXTS = ['uploaded_at', 'removed_at', 'digest', 'placeholder', 'charset'] as const;
const MAYBE_NUMBERS = ['width', 'height'] as const;
const NUMBERS = [
  ['version', 1],
  ['is_animated', 0],
  ['is_kept', 0],
  ['is_withdrawn', 0],
] as const;

const BATCH = 500;
const MAX_NAME_KEY = 600;

/** Normalizes case and width in JavaScript, since neither engine does it for all scripts. */
async function fillNameKeys(db: AnyDatabase): Promise<void> {
  let after = '';
  for (;;) {
    const files: { file_id: string; name: string }[] = await db
      .selectFrom('files')
      .select(['file_id', 'name'])
      .where('file_id', '>', after)
      .orderBy('file_id')
      .limit(BATCH)
      .execute();
    for (const { file_id, name } of files) {
      const name_key = name.normalize('NFKC').toLowerCase().slice(0, MAX_NAME_KEY).toWellFormed();
      await db.updateTable('files').set({ name_key }).where('file_id', '=', file_id).execute();
    }
    const last = files.at(-1);
    if (!last) return;
    after = last.file_id;
  }
}

export async function up(db: AnyDatabase): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const text = isPostgres ? sql`text collate "C"` : ('text' as const);
  const files = () => db.schema.alterTable('files');
  for (const name of TEXTS)
    await files()
      .addColumn(name, text, (column) => column.notNull().defaultTo(''))
      .execute();
  for (const name of MAYBE_TEXTS) await files().addColumn(name, text).execute();
  for (const name of MAYBE_NUMBERS) await files().addColumn(name, 'integer').execute();
  for (const [name, fallback] of NUMBERS)
    await files()
      .addColumn(name, 'integer', (column) => column.notNull().defaultTo(fallback))
      .execute();
  await fillNameKeys(db);
  await db.schema.createIndex('files_by_name').on('files').columns(['service_id', 'name_key', 'file_id']).execute();
  await db.schema.createIndex('files_by_size').on('files').columns(['service_id', 'size', 'file_id']).execute();
  await db.schema.createIndex('files_by_digest').on('files').columns(['service_id', 'digest', 'file_id']).execute();
  await db.schema
    .createIndex('files_by_kind')
    .on('files')
    .columns(['service_id', 'status', 'file_type', 'mime_type', 'file_id'])
    .execute();
  await db.schema.createIndex('files_by_status').on('files').columns(['status', 'created_at', 'file_id']).execute();

  await db.schema
    .createTable('file_uses')
    .addColumn('file_id', text, (column) => column.notNull().references('files.file_id').onDelete('cascade'))
    .addColumn('post_id', text, (column) => column.notNull())
    .addColumn('place', text, (column) => column.notNull())
    .addColumn('service_id', text, (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('file_uses_pk', ['file_id', 'post_id', 'place'])
    .execute();
  await db.schema.createIndex('file_uses_post').on('file_uses').columns(['post_id', 'place']).execute();
  await sql`insert into file_uses (file_id, post_id, place, service_id)
    select file_id, post_id, 'files', service_id from post_files`.execute(db);
  await db.schema.dropTable('post_files').execute();

  await db.schema
    .createTable('file_uploads')
    .addColumn('upload_id', text, (column) => column.primaryKey())
    .addColumn('file_id', text, (column) => column.notNull().references('files.file_id').onDelete('cascade'))
    .addColumn('service_id', text, (column) => column.notNull())
    .addColumn('mime_type', text, (column) => column.notNull())
    .addColumn('size', 'double precision', (column) => column.notNull())
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('created_at', text, (column) => column.notNull())
    .addColumn('created_by', text, (column) => column.notNull())
    .addColumn('expires_at', text, (column) => column.notNull())
    .addColumn('claim', text)
    .addColumn('claimed_until', text)
    .addColumn('digest', text)
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex('file_uploads_file').on('file_uploads').columns(['file_id']).execute();
  await db.schema.createIndex('file_uploads_service').on('file_uploads').columns(['service_id', 'state']).execute();
  await db.schema.createIndex('file_uploads_expiry').on('file_uploads').columns(['expires_at']).execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const text = isPostgres ? sql`text collate "C"` : ('text' as const);
  await db.schema
    .createTable('post_files')
    .addColumn('post_id', text, (column) => column.notNull().references('posts.post_id').onDelete('cascade'))
    .addColumn('file_id', text, (column) => column.notNull().references('files.file_id').onDelete('cascade'))
    .addColumn('service_id', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('post_files_pk', ['post_id', 'file_id'])
    .execute();
  await db.schema.createIndex('post_files_file').on('post_files').columns(['file_id']).execute();
  await sql`insert into post_files (post_id, file_id, service_id)
    select distinct post_id, file_id, service_id from file_uses
    where post_id in (select post_id from posts)`.execute(db);
  await db.schema.dropTable('file_uploads').execute();
  await db.schema.dropTable('file_uses').execute();
  for (const name of ['files_by_name', 'files_by_size', 'files_by_digest', 'files_by_kind', 'files_by_status'])
    await db.schema.dropIndex(name).execute();
  for (const name of [...TEXTS, ...MAYBE_TEXTS, ...MAYBE_NUMBERS, ...NUMBERS.map(([name]) => name)])
    await db.schema.alterTable('files').dropColumn(name).execute();
}
