import { createHash } from 'node:crypto';
import type { PlannedTable } from './table-plan.ts';

export type Value = string | number | null;
export type Row = readonly Value[];

/** Limits per batch, in rows and in characters or bytes; a single row may exceed them. */
export const BATCH_ROWS = 1000;
export const BATCH_BYTES = 4_000_000;

export interface TableDigest {
  readonly rows: number;
  /** SHA-256 of all rows as JSON lines, ordered by primary key: arrays of values ordered by column name. */
  readonly sha256: string;
}

export class RowDigest {
  readonly #hash = createHash('sha256');
  #rows = 0;

  add(row: Row): void {
    this.#hash.update(lineOf(row));
    this.#rows += 1;
  }

  end(): TableDigest {
    return { rows: this.#rows, sha256: this.#hash.digest('hex') };
  }
}

export function lineOf(row: Row): string {
  return `${JSON.stringify(row)}\n`;
}

/** The referenced rows may not exist yet. */
export function withoutSelfReferences({ selfReferences }: PlannedTable, row: Row): Row {
  if (selfReferences.length === 0) return row;
  return row.map((value, index) => (selfReferences.includes(index) ? null : value));
}

export function keyOf({ keyIndexes }: PlannedTable, row: Row): Row {
  return keyIndexes.map((index) => row[index] ?? null);
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export interface RowReader {
  /** Ordered by primary key, after the given key. */
  batches(table: PlannedTable, after?: Row): AsyncIterable<readonly Row[]>;
  readCounter(table: PlannedTable): Promise<number>;
  countRows(table: PlannedTable): Promise<number>;
}

/** Shows the database as it was at one moment. */
export interface CopySource extends RowReader, AsyncDisposable {
  readonly identity: string;
  hasChanged(): Promise<boolean>;
}

/** Keeps its rows when an interrupted copy is continued. */
export interface CopyTarget extends RowReader, AsyncDisposable {
  insert(table: PlannedTable, rows: readonly Row[]): Promise<void>;
  setSelfReferences(table: PlannedTable, rows: readonly Row[]): Promise<void>;
  setCounter(table: PlannedTable, value: number): Promise<void>;
  empty(): Promise<void>;
  /** Marks the copy as complete. Returns the path of the replaced database, if it is kept. */
  finish(): Promise<string | undefined>;
}

export interface TargetOptions {
  readonly isReplacing: boolean;
}
