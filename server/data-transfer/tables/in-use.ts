import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { DatabaseTarget } from '../../database/connect.ts';
import { openClient, SERVING } from './postgres-client.ts';

export async function isInUse(target: DatabaseTarget): Promise<boolean> {
  return target.engine === 'sqlite' ? isSqliteInUse(target.path) : isPostgresInUse(target.url);
}

const BUSY = 5;

/**
 * An open WAL database holds a shared lock, which prevents an exclusive one. Files that are no database are not in use.
 */
export function isSqliteInUse(path: string): boolean {
  if (!existsSync(path)) return false;
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('pragma locking_mode = exclusive; begin exclusive; rollback');
    return false;
  } catch (error) {
    return error instanceof Error && 'errcode' in error && error.errcode === BUSY;
  } finally {
    database.close();
  }
}

async function isPostgresInUse(url: string): Promise<boolean> {
  const client = await openClient(url);
  try {
    const { rows } = await client.query(
      'select 1 from pg_stat_activity where datname = current_database() and application_name = $1 limit 1',
      [SERVING],
    );
    return rows.length > 0;
  } finally {
    await client.end();
  }
}
