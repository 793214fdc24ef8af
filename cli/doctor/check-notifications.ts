import pg from 'pg';
import { withDeadline } from '#server/concurrency/with-timeout.ts';
import type { Config } from '#server/config.ts';
import { reasonOf } from '#server/platform/reason-of.ts';
import { type Finding, ok, warning } from './finding.ts';

/** Differs from the channel of commit notifications, so that servers do not receive the test. */
const CHANNEL = 'kawaraban_doctor';
const CONNECT_MS = 5000;
const HEAR_MS = 3000;

/** Checks that PostgreSQL notifications reach other connections, which processes need to announce commits. */
export async function checkNotifications({ database }: Pick<Config, 'database'>): Promise<readonly Finding[]> {
  if (database.engine === 'sqlite' || database.isNotifying === false) return [];
  const listener = newClient(database.url);
  const notifier = newClient(database.url);
  try {
    const received = new Promise<void>((resolve) => listener.on('notification', () => resolve()));
    await withDeadline(CONNECT_MS, Promise.all([listener.connect(), notifier.connect()]));
    await withDeadline(HEAR_MS, listener.query(`listen ${CHANNEL}`));
    await withDeadline(HEAR_MS, notifier.query(`select pg_notify('${CHANNEL}', '')`));
    await withDeadline(HEAR_MS, received);
    return [ok('Processes can notify each other of changes (LISTEN)')];
  } catch (error) {
    const fix =
      'Set DATABASE_LISTEN=off, or let DATABASE_URL bypass the pooler. Processes see changes within a second either way.';
    return [warning(`Processes cannot notify each other of changes (LISTEN): ${reasonOf(error)}.`, fix)];
  } finally {
    for (const client of [listener, notifier]) client.end().catch(() => {});
  }
}

function newClient(url: string): pg.Client {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  // Pending queries reject with the same error.
  client.on('error', () => {});
  return client;
}
