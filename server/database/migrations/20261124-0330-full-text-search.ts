import { type Kysely, PostgresAdapter, sql } from 'kysely';
import { up as createPostingLists } from './20261121-2205-search.ts';

// biome-ignore lint/suspicious/noExplicitAny: migrations do not use the current schema types
type AnyDatabase = Kysely<any>;

/** Replaces our own posting lists by the full-text index of each database. Posts are indexed anew after the start. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema.dropTable('search_postings').execute();
  await db.schema.dropTable('search_indexes').execute();
  await db.schema.dropIndex('posts_listed_to_search').execute();
  await db.schema.dropIndex('posts_by_search_number').execute();
  await db.schema.alterTable('posts').dropColumn('search_number').execute();
  await db.schema.alterTable('posts').addColumn('search_key', 'bigint').execute();
  await db.schema
    .alterTable('posts')
    .addColumn('search_version', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex('posts_by_search_key').on('posts').columns(['search_key', 'service_id']).execute();
  await db.schema
    .createIndex('posts_by_search_version')
    .on('posts')
    .columns(['search_version', 'service_id'])
    .execute();
  await (isPostgres(db) ? createOnPostgres(db) : createOnSqlite(db));
}

export async function down(db: AnyDatabase): Promise<void> {
  if (isPostgres(db)) await sql`drop function search_keys`.execute(db);
  await db.schema.dropTable('post_search').execute();
  await db.schema.dropIndex('posts_by_search_version').execute();
  await db.schema.dropIndex('posts_by_search_key').execute();
  await db.schema.alterTable('posts').dropColumn('search_version').execute();
  await db.schema.alterTable('posts').dropColumn('search_key').execute();
  await createPostingLists(db);
}

function isPostgres(db: AnyDatabase): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/** The row id is the search key of the post. Stores which rows have a term, and neither texts nor positions. */
async function createOnSqlite(db: AnyDatabase): Promise<void> {
  await sql`create virtual table post_search using fts5
    (terms, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii')`.execute(db);
}

/**
 * Terms are separated by spaces, because a stored `tsvector` is three times as large. The function keeps PostgreSQL
 * from reading all rows for a common word, which it takes for cheap, since it does not know how large the rows are; and
 * from walking through the newest rows for a rare one.
 */
async function createOnPostgres(db: AnyDatabase): Promise<void> {
  const vector = "array_to_tsvector(string_to_array(terms, ' '))";
  await sql`create table post_search (
    service_id text collate "C" not null references services (service_id) on delete cascade,
    search_key bigint not null,
    terms text not null,
    primary key (service_id, search_key))`.execute(db);
  await sql`create index post_search_terms on post_search
    using gin ((${sql.raw(vector)})) with (gin_pending_list_limit = 1024)`.execute(db);
  await sql`create function search_keys(query tsquery, below bigint, lowest bigint, max_count integer)
    returns setof bigint language sql stable rows 50 set enable_seqscan = off set enable_indexscan = off as $$
      with matching as materialized (select search_key from post_search where ${sql.raw(vector)} @@ query)
      select search_key from matching where search_key < below and search_key >= lowest
      order by search_key desc limit max_count
    $$`.execute(db);
}
