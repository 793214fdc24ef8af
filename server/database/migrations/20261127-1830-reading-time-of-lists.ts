import { type Kysely, PostgresAdapter, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: migrations do not use the current schema types
type AnyDatabase = Kysely<any>;

/** SQLite reads `reading_seconds` from the row only by walking through the bodies, which are stored before it. */
export async function up(db: AnyDatabase): Promise<void> {
  if (!isPostgres(db)) await sql`create index posts_reading_time on posts (post_id, reading_seconds)`.execute(db);
}

export async function down(db: AnyDatabase): Promise<void> {
  if (!isPostgres(db)) await sql`drop index posts_reading_time`.execute(db);
}

function isPostgres(db: AnyDatabase): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}
