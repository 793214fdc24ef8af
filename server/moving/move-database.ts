import type { DatabaseTarget } from '../database/connect.ts';
import { type CopyOptions, copyDatabase, type TableDigests } from './copy-database.ts';
import { isInUse } from './in-use.ts';
import { MoveError } from './move-error.ts';
import { openClient, postgresIdentity, postgresName } from './postgres-client.ts';
import { openPostgresReceiver, wouldReplacePostgres } from './postgres-receiver.ts';
import { openPostgresSnapshot } from './postgres-snapshot.ts';
import type { Receiver, Snapshot } from './row.ts';
import { openSqliteReceiver, type ReceiverOptions, wouldReplaceSqlite } from './sqlite-receiver.ts';
import { openSqliteSnapshot, sqliteIdentity } from './sqlite-snapshot.ts';
import { readTablePlan, type TablePlan } from './table-plan.ts';

type Told = Pick<CopyOptions, 'signal' | 'onProgress' | 'onRestarted'>;

export interface MoveOptions extends Told {
  readonly from: DatabaseTarget;
  readonly to: DatabaseTarget;
}

/**
 * Copies a database into an empty one, or continues an interrupted copy.
 * @throws {MoveError} with a message for the user
 */
export async function moveDatabase({ from, to, ...told }: MoveOptions): Promise<TableDigests> {
  const plan = await readTablePlan();
  if (await isInUse(from))
    throw new MoveError('The database is in use: stop the server first, so that nothing is written that stays behind.');
  const source = await openSnapshot(from, plan);
  try {
    if ((await identityOf(to)).includes(source.identity))
      throw new MoveError('That is the database that is configured: name another one.');
    return await copyInto(to, { source, plan, ...told, isReplacing: false });
  } finally {
    await source.close();
  }
}

async function copyInto(
  to: DatabaseTarget,
  { isReplacing, ...options }: Omit<CopyOptions, 'target'> & ReceiverOptions,
): Promise<TableDigests> {
  const target = await openReceiver(to, options.plan, { isReplacing });
  try {
    const digests = await copyDatabase({ ...options, target });
    if (await options.source.hasChanged())
      throw new MoveError(
        'Something was written to the database while it was copied: stop the server, and run this again.',
      );
    await target.finish();
    return digests;
  } finally {
    await target.close();
  }
}

/** @throws {MoveError} */
export async function openSnapshot(from: DatabaseTarget, plan: TablePlan): Promise<Snapshot> {
  return from.engine === 'sqlite' ? openSqliteSnapshot(from.path, plan) : openPostgresSnapshot(from.url, plan);
}

/** @throws {MoveError} */
export async function openReceiver(to: DatabaseTarget, plan: TablePlan, options: ReceiverOptions): Promise<Receiver> {
  return to.engine === 'sqlite'
    ? openSqliteReceiver(to.path, plan, options)
    : openPostgresReceiver(to.url, plan, options);
}

/**
 * Reports whether a copy would replace data in the target. Changes nothing.
 * @throws {MoveError} when no copy is possible
 */
export async function wouldReplace(to: DatabaseTarget, plan: TablePlan, options: ReceiverOptions): Promise<boolean> {
  if (to.engine === 'sqlite') return wouldReplaceSqlite(to.path, plan, options);
  const isFilled = await wouldReplacePostgres(to.url, plan, options);
  if (isFilled && (await isInUse(to)))
    throw new MoveError(`${postgresName(to.url)} is in use: stop whatever works with it first.`);
  return isFilled;
}

async function identityOf(target: DatabaseTarget): Promise<string[]> {
  if (target.engine === 'sqlite') return [target.path, `${target.path}.unfinished`].map(sqliteIdentity);
  const client = await openClient(target.url);
  try {
    return [await postgresIdentity(client)];
  } finally {
    await client.end();
  }
}
