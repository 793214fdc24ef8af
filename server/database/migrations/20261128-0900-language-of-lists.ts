import { type Kysely, PostgresAdapter, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: migrations do not use the current schema types
type AnyDatabase = Kysely<any>;

/** SQLite reads these columns from the row only by walking through the bodies, which are stored before them. */
export async function up(db: AnyDatabase): Promise<void> {
  if (isPostgres(db)) return;
  await sql`drop index posts_reading_time`.execute(db);
  await sql`create index posts_behind_bodies on posts (post_id, reading_seconds, language)`.execute(db);
}

export async function down(db: AnyDatabase): Promise<void> {
  if (isPostgres(db)) return;
  await sql`drop index posts_behind_bodies`.execute(db);
  await sql`create index posts_reading_time on posts (post_id, reading_seconds)`.execute(db);
}

function isPostgres(db: AnyDatabase): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}
