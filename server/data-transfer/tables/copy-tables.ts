import { MoveError } from './move-error.ts';
import type { Snapshot } from './rows.ts';
import {
  keyOf,
  lineOf,
  type Receiver,
  type Row,
  RowDigest,
  type RowSource,
  type TableDigest,
  unlinked,
} from './rows.ts';
import type { PlannedTable, TablePlan } from './table-plan.ts';

export interface CopyProgress {
  readonly table: string;
  readonly step: 'copying' | 'comparing';
  readonly done: number;
  readonly total: number;
}

export interface CopyOptions {
  readonly source: Snapshot;
  readonly target: Receiver;
  readonly plan: TablePlan;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: CopyProgress) => void;
  /** Called when an earlier partial copy does not match the source and is discarded. */
  readonly onRestarted?: () => void;
}

export type TableDigests = Readonly<Record<string, TableDigest>>;

class Differs extends Error {}

/**
 * Copies all tables in foreign key order and verifies the result. Continues an interrupted copy. The caller finishes
 * the target.
 * @throws {MoveError} when verification fails
 */
export async function copyDatabase(options: CopyOptions): Promise<TableDigests> {
  try {
    return await copyTables(options);
  } catch (error) {
    if (!(error instanceof Differs)) throw error;
    options.onRestarted?.();
    await options.target.empty();
    return copyTables(options);
  }
}

async function copyTables(options: CopyOptions): Promise<TableDigests> {
  const digests: Record<string, TableDigest> = {};
  for (const table of options.plan.tables) digests[table.name] = await copyTable(options, table);
  for (const table of options.plan.tables) {
    const copied = await digestOf(options, table, digests[table.name]?.rows ?? 0);
    if (copied.rows !== digests[table.name]?.rows || copied.sha256 !== digests[table.name]?.sha256)
      throw new MoveError(`The copy of ${table.name} is not what was copied: it has ${copied.rows} rows.`);
  }
  return digests;
}

async function copyTable({ source, target, signal, onProgress }: CopyOptions, table: PlannedTable) {
  const total = await source.countRows(table);
  const digest = new RowDigest();
  let done = 0;
  const note = (rows: readonly Row[]) => {
    for (const row of rows) digest.add(row);
    done += rows.length;
    onProgress({ table: table.name, step: 'copying', done, total });
    signal.throwIfAborted();
  };
  const last = await keptUpTo({ source, target }, table, note);
  for await (const rows of source.batches(table, last)) {
    await target.add(
      table,
      rows.map((row) => unlinked(table, row)),
    );
    note(rows);
  }
  if (table.ownLinks.length > 0) for await (const rows of source.batches(table)) await target.link(table, rows);
  if (table.counted !== undefined) await target.countTo(table, await source.countedTo(table));
  return digest.end();
}

/**
 * Compares the rows in the target with the source and returns the last key. Undefined when the target is empty.
 * @throws {Differs} at the first difference
 */
async function keptUpTo(
  { source, target }: Pick<CopyOptions, 'source' | 'target'>,
  table: PlannedTable,
  note: (rows: readonly Row[]) => void,
): Promise<Row | undefined> {
  const expected = eachRow(source, table);
  let last: Row | undefined;
  for await (const rows of target.batches(table)) {
    const originals: Row[] = [];
    for (const row of rows) {
      const { value: original } = await expected.next();
      if (!original || lineOf(unlinked(table, original)) !== lineOf(unlinked(table, row))) throw new Differs();
      originals.push(original);
    }
    note(originals);
    last = keyOf(table, rows.at(-1) as Row);
  }
  await expected.return(undefined);
  return last;
}

async function* eachRow(source: RowSource, table: PlannedTable): AsyncGenerator<Row, undefined> {
  for await (const rows of source.batches(table)) yield* rows;
  return undefined;
}

async function digestOf(
  { target, signal, onProgress }: { target: RowSource } & Pick<CopyOptions, 'signal' | 'onProgress'>,
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
