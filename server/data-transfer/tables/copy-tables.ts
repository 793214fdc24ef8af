import { TransferError } from '../transfer-error.ts';
import {
  type CopySource,
  type CopyTarget,
  keyOf,
  lineOf,
  type Row,
  RowDigest,
  type RowReader,
  type TableDigest,
  withoutSelfReferences,
} from './rows.ts';
import type { PlannedTable, TablePlan } from './table-plan.ts';

export interface CopyProgress {
  readonly table: string;
  readonly step: 'copying' | 'comparing';
  readonly done: number;
  readonly total: number;
}

export interface CopyTablesOptions {
  readonly source: CopySource;
  readonly target: CopyTarget;
  readonly plan: TablePlan;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: CopyProgress) => void;
  readonly onRestarted?: () => void;
}

export type TableDigests = Readonly<Record<string, TableDigest>>;

class CopyDiffers extends Error {}

/**
 * Copies in foreign key order and continues an interrupted copy. The caller finishes the target.
 * @throws {TransferError} when verification fails
 */
export async function copyTables(options: CopyTablesOptions): Promise<TableDigests> {
  try {
    return await copyAndVerify(options);
  } catch (error) {
    if (!(error instanceof CopyDiffers)) throw error;
    options.onRestarted?.();
    await options.target.empty();
    return copyAndVerify(options);
  }
}

async function copyAndVerify(options: CopyTablesOptions): Promise<TableDigests> {
  const digests: Record<string, TableDigest> = {};
  for (const table of options.plan.tables) digests[table.name] = await copyTable(options, table);
  for (const table of options.plan.tables) {
    const expected = digests[table.name];
    const copied = await digestTable(options, table, expected?.rows ?? 0);
    if (copied.rows !== expected?.rows || copied.sha256 !== expected?.sha256)
      throw new TransferError(`The copy of ${table.name} differs from the source: it has ${copied.rows} rows.`);
  }
  return digests;
}

async function copyTable({ source, target, signal, onProgress }: CopyTablesOptions, table: PlannedTable) {
  const total = await source.countRows(table);
  const digest = new RowDigest();
  let done = 0;
  const onCopied = (rows: readonly Row[]) => {
    for (const row of rows) digest.add(row);
    done += rows.length;
    onProgress({ table: table.name, step: 'copying', done, total });
    signal.throwIfAborted();
  };
  const lastCopied = await compareCopied({ source, target }, table, onCopied);
  for await (const rows of source.batches(table, lastCopied)) {
    const inserted = rows.map((row) => withoutSelfReferences(table, row));
    await target.insert(table, inserted);
    onCopied(rows);
  }
  if (table.selfReferences.length > 0)
    for await (const rows of source.batches(table)) await target.setSelfReferences(table, rows);
  if (table.counter !== undefined) await target.setCounter(table, await source.readCounter(table));
  return digest.end();
}

/**
 * Returns the last copied key; undefined when the target is empty.
 * @throws {CopyDiffers} at the first difference
 */
async function compareCopied(
  { source, target }: Pick<CopyTablesOptions, 'source' | 'target'>,
  table: PlannedTable,
  onCopied: (rows: readonly Row[]) => void,
): Promise<Row | undefined> {
  const expected = eachRow(source, table);
  let lastKey: Row | undefined;
  for await (const rows of target.batches(table)) {
    const originals: Row[] = [];
    for (const row of rows) {
      const { value: original } = await expected.next();
      if (!original || !isSameRow(table, original, row)) throw new CopyDiffers();
      originals.push(original);
      lastKey = keyOf(table, row);
    }
    onCopied(originals);
  }
  await expected.return(undefined);
  return lastKey;
}

function isSameRow(table: PlannedTable, one: Row, other: Row): boolean {
  return lineOf(withoutSelfReferences(table, one)) === lineOf(withoutSelfReferences(table, other));
}

async function* eachRow(source: RowReader, table: PlannedTable): AsyncGenerator<Row, undefined> {
  for await (const rows of source.batches(table)) yield* rows;
  return undefined;
}

async function digestTable(
  { target, signal, onProgress }: Pick<CopyTablesOptions, 'target' | 'signal' | 'onProgress'>,
  table: PlannedTable,
  total: number,
): Promise<TableDigest> {
  const digest = new RowDigest();
  let done = 0;
  for await (const rows of target.batches(table)) {
    for (const row of rows) digest.add(row);
    done += rows.length;
    onProgress({ table: table.name, step: 'comparing', done, total });
    signal.throwIfAborted();
  }
  return digest.end();
}
