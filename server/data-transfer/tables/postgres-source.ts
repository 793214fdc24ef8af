import type pg from 'pg';
import { UNFINISHED_COPY } from '../../database/unfinished-copy.ts';
import { checkMigrations } from './check-migrations.ts';
import { MoveError } from './move-error.ts';
import { openClient, postgresIdentity, postgresName } from './postgres-client.ts';
import { postgresRows } from './postgres-rows.ts';
import type { Snapshot } from './rows.ts';
import type { TablePlan } from './table-plan.ts';

/**
 * Opens a read-only snapshot beside other connections.
 * @throws {MoveError} for a missing, outdated or partial installation
 */
export async function openPostgresSnapshot(url: string, plan: TablePlan): Promise<Snapshot> {
  const watch = await openClient(url);
  const client = await openClient(url).catch(async (error) => {
    await watch.end();
    throw error;
  });
  const close = async () => {
    await client.end();
    await watch.end();
  };
  try {
    const changes = await countChanges(watch);
    await client.query('begin isolation level repeatable read, read only');
    await checkWhole(client, postgresName(url));
    checkMigrations(await migrationsIn(client), plan, postgresName(url));
    return {
      ...postgresRows(client),
      identity: await postgresIdentity(watch),
      hasChanged: async () => (await countChanges(watch)) !== changes,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function checkWhole(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query('select to_regclass($1) is not null as is_half', [UNFINISHED_COPY]);
  if (rows[0].is_half) throw new MoveError(`${name} is half of a copy: run the command that was filling it once more.`);
}

async function countChanges(client: pg.Client): Promise<string> {
  await client.query('select pg_stat_clear_snapshot()');
  const { rows } = await client.query(`select sum(n_tup_ins + n_tup_upd + n_tup_del) as changes
    from pg_stat_user_tables where schemaname = current_schema()`);
  return String(rows[0].changes);
}

async function migrationsIn(client: pg.Client): Promise<string[] | undefined> {
  const { rows: found } = await client.query("select to_regclass('kysely_migration') as name");
  if (found[0].name === null) return undefined;
  const { rows } = await client.query('select name from kysely_migration');
  return rows.map(({ name }) => name);
}
