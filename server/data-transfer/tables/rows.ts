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

/** Clears references to rows of the same table, which may not exist yet. */
export function unlinked({ ownLinks }: PlannedTable, row: Row): Row {
  return ownLinks.length === 0 ? row : row.map((value, place) => (ownLinks.includes(place) ? null : value));
}

export function keyOf({ keyPlaces }: PlannedTable, row: Row): Row {
  return keyPlaces.map((place) => row[place] ?? null);
}

export interface RowSource {
  /** Yields batches of rows ordered by primary key, after the given key. */
  batches(table: PlannedTable, after?: Row): AsyncIterable<Row[]>;
  /** Last value of the auto-increment counter. */
  countedTo(table: PlannedTable): Promise<number>;
  countRows(table: PlannedTable): Promise<number>;
}

export interface Snapshot extends RowSource {
  readonly identity: string;
  hasChanged(): Promise<boolean>;
  close(): Promise<void>;
}

/** Database being filled; keeps its rows when an interrupted copy is continued. */
export interface Receiver extends RowSource {
  add(table: PlannedTable, rows: readonly Row[]): Promise<void>;
  link(table: PlannedTable, rows: readonly Row[]): Promise<void>;
  countTo(table: PlannedTable, value: number): Promise<void>;
  empty(): Promise<void>;
  /** Marks the copy as complete. Returns the path of the replaced database, if it is kept. */
  finish(): Promise<string | undefined>;
  close(): Promise<void>;
}
