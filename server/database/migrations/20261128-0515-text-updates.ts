import { type Kysely, PostgresAdapter, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: migrations do not use the current schema types
type AnyDatabase = Kysely<any>;

/** Times before the migration are those of any change: what changed is not known. */
export async function up(db: AnyDatabase): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const text = isPostgres ? sql`text collate "C"` : ('text' as const);
  await db.schema.alterTable('posts').addColumn('text_updated_at', text).execute();
  await db
    .updateTable('posts')
    .set({ text_updated_at: sql.ref('updated_at') })
    .where('updated_at', 'is not', null)
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('posts').dropColumn('text_updated_at').execute();
}
