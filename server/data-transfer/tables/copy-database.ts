import type { DatabaseTarget } from '../../database/connect.ts';
import { TransferError } from '../transfer-error.ts';
import { type CopyTablesOptions, copyTables, type TableDigests } from './copy-tables.ts';
import { isPostgresInUse, openClient, postgresIdentity, postgresName } from './postgres-client.ts';
import { openPostgresSource } from './postgres-source.ts';
import { openPostgresTarget, wouldReplacePostgres } from './postgres-target.ts';
import type { CopySource, CopyTarget, TargetOptions } from './rows.ts';
import { isSqliteInUse, openSqliteSource, sqliteIdentity } from './sqlite-source.ts';
import { openSqliteTarget, UNFINISHED, wouldReplaceSqlite } from './sqlite-target.ts';
import { readTablePlan, type TablePlan } from './table-plan.ts';

interface CopyDatabaseOptions extends Pick<CopyTablesOptions, 'signal' | 'onProgress' | 'onRestarted'>, TargetOptions {
  readonly from: DatabaseTarget;
  readonly to: DatabaseTarget;
  readonly checkSource?: (source: CopySource) => Promise<void>;
  readonly beforeFinish?: (source: CopySource) => Promise<void>;
}

interface CopiedDatabase {
  readonly tables: TableDigests;
  readonly rows: number;
  /** New path of the replaced database file; undefined when none was kept. */
  readonly formerDatabase: string | undefined;
}

/** Copies a snapshot to either engine and verifies it. Continues an interrupted copy. */
export async function copyDatabase(options: CopyDatabaseOptions): Promise<CopiedDatabase> {
  const { from, to, checkSource, beforeFinish } = options;
  const plan = await readTablePlan();
  await using source = await openSource(from, plan);
  await checkSource?.(source);
  await using target = await openTarget(to, plan, options);
  const tables = await copyTables({ ...options, source, target, plan });
  await beforeFinish?.(source);
  const formerDatabase = await target.finish();
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  return { tables, rows, formerDatabase };
}

async function openSource(from: DatabaseTarget, plan: TablePlan): Promise<CopySource> {
  return from.engine === 'sqlite' ? openSqliteSource(from.path, plan) : openPostgresSource(from.url, plan);
}

async function openTarget(to: DatabaseTarget, plan: TablePlan, options: TargetOptions): Promise<CopyTarget> {
  return to.engine === 'sqlite' ? openSqliteTarget(to.path, plan, options) : openPostgresTarget(to.url, plan, options);
}

/**
 * Changes nothing.
 * @throws {TransferError} when no copy is possible
 */
export async function wouldReplace(to: DatabaseTarget, options: TargetOptions): Promise<boolean> {
  const plan = await readTablePlan();
  if (to.engine === 'sqlite') return wouldReplaceSqlite(to.path, plan, options);
  const isFilled = await wouldReplacePostgres(to.url, plan, options);
  if (isFilled && (await isInUse(to)))
    throw new TransferError(`${postgresName(to.url)} is in use. Stop the programs that use it first.`);
  return isFilled;
}

async function isInUse(target: DatabaseTarget): Promise<boolean> {
  return target.engine === 'sqlite' ? isSqliteInUse(target.path) : isPostgresInUse(target.url);
}

export type MoveOptions = Pick<CopyDatabaseOptions, 'from' | 'to' | 'signal' | 'onProgress' | 'onRestarted'>;

export async function moveDatabase(options: MoveOptions): Promise<CopiedDatabase> {
  if (await isInUse(options.from))
    throw new TransferError('The database is in use. Stop the server first, so that no changes are missed.');
  return copyDatabase({
    ...options,
    isReplacing: false,
    checkSource: async ({ identity }) => {
      if ((await identitiesOf(options.to)).includes(identity))
        throw new TransferError('This is the configured database. Use another one.');
    },
    beforeFinish: async (source) => {
      if (await source.hasChanged())
        throw new TransferError('The database changed during the copy. Stop the server and run the command again.');
    },
  });
}

async function identitiesOf(target: DatabaseTarget): Promise<string[]> {
  if (target.engine === 'sqlite') return [target.path, `${target.path}${UNFINISHED}`].map(sqliteIdentity);
  await using client = await openClient(target.url);
  return [await postgresIdentity(client)];
}
