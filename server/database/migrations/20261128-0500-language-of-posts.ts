import { type Kysely, PostgresAdapter, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: migrations do not use the current schema types
type AnyDatabase = Kysely<any>;

export async function up(db: AnyDatabase): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const text = isPostgres ? sql`text collate "C"` : ('text' as const);
  await db.schema
    .alterTable('posts')
    .addColumn('language', text, (column) => column.notNull().defaultTo(''))
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('posts').dropColumn('language').execute();
}
