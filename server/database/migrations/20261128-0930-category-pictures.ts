import { type Kysely, PostgresAdapter, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: migrations do not use the current schema types
type AnyDatabase = Kysely<any>;

export async function up(db: AnyDatabase): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const text = isPostgres ? sql`text collate "C"` : ('text' as const);
  await db.schema.alterTable('categories').addColumn('picture_id', text).execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await sql`delete from file_uses where place = 'category'`.execute(db);
  await db.schema.alterTable('categories').dropColumn('picture_id').execute();
}
