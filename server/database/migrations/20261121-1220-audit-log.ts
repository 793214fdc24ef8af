import { type Kysely, PostgresAdapter, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: migrations do not use the current schema types
type AnyDatabase = Kysely<any>;

const KEPT_DAYS = 365;

const FILTERS = [
  ['action'],
  ['actor'],
  ['target'],
  ['actor', 'action'],
  ['target', 'action'],
  ['actor', 'target'],
] as const;

export async function up(db: AnyDatabase): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const text = isPostgres ? sql`text collate "C"` : ('text' as const);

  await db.schema
    .createTable('audit_log')
    .addColumn('entry_id', text, (column) => column.primaryKey())
    .addColumn('at', text, (column) => column.notNull())
    .addColumn('action', text, (column) => column.notNull())
    .addColumn('actor_kind', text, (column) => column.notNull())
    .addColumn('actor', text)
    .addColumn('target', text)
    .addColumn('service_id', text)
    .addColumn('address', text)
    .addColumn('request_id', text)
    .addColumn('details', text, (column) => column.notNull())
    .execute();
  // Ids begin with their time, so the indexes are in chronological order.
  for (const columns of FILTERS) {
    const name = `audit_log_${columns.join('_')}`;
    await db.schema
      .createIndex(name)
      .on('audit_log')
      .columns([...columns, 'entry_id'])
      .execute();
  }
  await (isPostgres ? refuseChangesOnPostgres(db) : refuseChangesOnSqlite(db));
}

async function refuseChangesOnSqlite(db: AnyDatabase): Promise<void> {
  await sql`create trigger audit_log_is_not_changed before update on audit_log
    begin select raise(abort, 'audit_log is append-only'); end`.execute(db);
  // REPLACE does not fire delete triggers.
  await sql`create trigger audit_log_is_not_replaced before insert on audit_log
    when exists (select 1 from audit_log where entry_id = new.entry_id)
    begin select raise(abort, 'audit_log is append-only'); end`.execute(db);
  await sql`create trigger audit_log_is_kept before delete on audit_log
    when old.at > strftime('%Y-%m-%dT%H:%M:%SZ', 'now', ${sql.lit(`-${KEPT_DAYS} days`)})
    begin select raise(abort, 'audit_log is append-only'); end`.execute(db);
}

async function refuseChangesOnPostgres(db: AnyDatabase): Promise<void> {
  await sql`create function audit_log_refuse() returns trigger language plpgsql as $$
    begin raise exception 'audit_log is append-only'; end $$`.execute(db);
  await sql`create trigger audit_log_is_not_changed before update on audit_log
    for each row execute function audit_log_refuse()`.execute(db);
  await sql`create trigger audit_log_is_kept before delete on audit_log
    for each row when (old.at > to_char((now() at time zone 'utc') - ${sql.lit(`${KEPT_DAYS} days`)}::interval,
      'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
    execute function audit_log_refuse()`.execute(db);
  await sql`create trigger audit_log_is_not_emptied before truncate on audit_log
    execute function audit_log_refuse()`.execute(db);
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropTable('audit_log').execute();
  if (db.getExecutor().adapter instanceof PostgresAdapter) await sql`drop function audit_log_refuse()`.execute(db);
}
