import { type Kysely, PostgresAdapter, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: migrations do not use the current schema types
type AnyDatabase = Kysely<any>;

export async function up(db: AnyDatabase): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const text = isPostgres ? sql`text collate "C"` : ('text' as const);
  const ofService = (table: string) =>
    db.schema
      .createTable(table)
      .addColumn('service_id', text, (column) =>
        column.notNull().references('services.service_id').onDelete('cascade'),
      );

  await ofService('comments')
    .addColumn('comment_id', text, (column) => column.primaryKey().notNull())
    .addColumn('content_id', text, (column) => column.notNull())
    .addColumn('body', text, (column) => column.notNull())
    .addColumn('nickname', text, (column) => column.notNull())
    .addColumn('age', text, (column) => column.notNull())
    .addColumn('area', text, (column) => column.notNull())
    .addColumn('search_text', text, (column) => column.notNull())
    .addColumn('publish_status', text, (column) => column.notNull())
    .addColumn('held_for', text)
    .addColumn('author_id', text, (column) => column.notNull())
    .addColumn('body_hash', text, (column) => column.notNull())
    .addColumn('address_hash', text)
    .addColumn('sealed_address', text)
    .addColumn('user_agent', text)
    .addColumn('created_at', text, (column) => column.notNull())
    .addColumn('updated_at', text)
    .addColumn('is_deleted', 'integer', (column) => column.notNull())
    .addColumn('deleted_at', text)
    .addColumn('deleted_by', text)
    .execute();
  const index = (name: string, columns: string[]) =>
    db.schema.createIndex(name).on('comments').columns(columns).execute();
  await index('comments_of_content', ['service_id', 'content_id', 'is_deleted', 'publish_status', 'comment_id']);
  await index('comments_of_content_by_id', ['service_id', 'content_id', 'is_deleted', 'comment_id']);
  await index('comments_of_service', ['service_id', 'is_deleted', 'publish_status', 'comment_id']);
  await index('comments_of_service_by_id', ['service_id', 'is_deleted', 'comment_id']);
  await index('comments_by_body', ['service_id', 'body_hash', 'comment_id']);
  await index('comments_by_author', ['author_id', 'service_id', 'content_id', 'comment_id']);
  await db.schema
    .createIndex('comments_with_address')
    .on('comments')
    .columns(['created_at'])
    .where(sql.ref('address_hash'), 'is not', null)
    .execute();
  await db.schema
    .createIndex('comments_deleted')
    .on('comments')
    .columns(['deleted_at'])
    .where('deleted_at', 'is not', null)
    .execute();

  await ofService('talks')
    .addColumn('content_id', text, (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('publish_count', 'integer', (column) => column.notNull())
    .addColumn('unpublish_count', 'integer', (column) => column.notNull())
    .addColumn('unconfirm_count', 'integer', (column) => column.notNull())
    .addColumn('updated_at', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('talks_pk', ['service_id', 'content_id'])
    .execute();
  await ofService('comment_totals')
    .addColumn('publish_count', 'integer', (column) => column.notNull())
    .addColumn('unpublish_count', 'integer', (column) => column.notNull())
    .addColumn('unconfirm_count', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('comment_totals_pk', ['service_id'])
    .execute();
  await ofService('comment_notices')
    .addColumn('username', text, (column) => column.notNull().references('users.username').onDelete('cascade'))
    .addColumn('last_comment_id', text, (column) => column.notNull())
    .addColumn('mailed_at', text)
    .addColumn('language', text, (column) => column.notNull())
    .addColumn('created_at', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('comment_notices_pk', ['username', 'service_id'])
    .execute();
  await db.schema.createIndex('comment_notices_due').on('comment_notices').columns(['mailed_at']).execute();

  await ofService('votes')
    .addColumn('content_id', text, (column) => column.notNull())
    .addColumn('reader_id', text, (column) => column.notNull())
    .addColumn('vote_type', text, (column) => column.notNull())
    .addColumn('address_hash', text)
    .addColumn('created_at', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('votes_pk', ['service_id', 'content_id', 'reader_id'])
    .execute();
  await db.schema
    .createIndex('votes_by_reader')
    .on('votes')
    .columns(['reader_id', 'service_id', 'content_id'])
    .execute();
  await db.schema
    .createIndex('votes_with_address')
    .on('votes')
    .columns(['created_at'])
    .where(sql.ref('address_hash'), 'is not', null)
    .execute();
  await ofService('vote_counts')
    .addColumn('content_id', text, (column) => column.notNull())
    .addColumn('vote_type', text, (column) => column.notNull())
    .addColumn('vote_count', 'integer', (column) => column.notNull())
    .addColumn('updated_at', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('vote_counts_pk', ['service_id', 'content_id', 'vote_type'])
    .execute();
  await ofService('vote_totals')
    .addColumn('vote_count', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('vote_totals_pk', ['service_id'])
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  for (const table of ['vote_totals', 'vote_counts', 'votes', 'comment_notices', 'comment_totals', 'talks', 'comments'])
    await db.schema.dropTable(table).execute();
}
