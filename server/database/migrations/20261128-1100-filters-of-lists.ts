import { type Kysely, PostgresAdapter, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: migrations do not use the current schema types
type AnyDatabase = Kysely<any>;

/** Lists for editors filter by the account that created a post, by its author and by the search index. */
export async function up(db: AnyDatabase): Promise<void> {
  await sql`create index posts_by_creator on posts (service_id, created_by, post_id)`.execute(db);
  await sql`create index posts_by_author on posts (service_id, author, post_id) where author <> ''`.execute(db);
  await createBehindBodies(db, ['reading_seconds', 'language', 'search_key']);
}

export async function down(db: AnyDatabase): Promise<void> {
  await sql`drop index posts_by_creator`.execute(db);
  await sql`drop index posts_by_author`.execute(db);
  await createBehindBodies(db, ['reading_seconds', 'language']);
}

/** SQLite reads these columns from the row only by walking through the bodies, which are stored before them. */
async function createBehindBodies(db: AnyDatabase, columns: readonly string[]): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) return;
  await sql`drop index posts_behind_bodies`.execute(db);
  await sql`create index posts_behind_bodies on posts (post_id, ${sql.raw(columns.join(', '))})`.execute(db);
}
