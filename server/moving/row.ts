import { createHash } from 'node:crypto';
import type { PlannedTable } from './table-plan.ts';

export type Value = string | number | null;
/** The values of a row in the order of the plan's columns. */
export type Row = readonly Value[];

/** How many rows are in memory at once, and how many characters or bytes, unless a single row has more. */
export const BATCH_ROWS = 1000;
export const BATCH_BYTES = 4_000_000;

/** What a table holds, whichever engine keeps it. */
export interface TableDigest {
  readonly rows: number;
  /** SHA-256 of every row as a line of JSON: an array of its values by the names of the columns, by the primary key. */
  readonly sha256: string;
}

export class RowDigest {
  readonly #hash = createHash('sha256');
  #rows = 0;

  add(row: Row): void {
    this.#hash.update(lineOf(row));
    this.#rows += 1;
  }

  /** To be called once. */
  end(): TableDigest {
    return { rows: this.#rows, sha256: this.#hash.digest('hex') };
  }
}

export function lineOf(row: Row): string {
  return `${JSON.stringify(row)}\n`;
}

/** The row without what leads to other rows of its table, which may not be there yet. */
export function unlinked({ ownLinks }: PlannedTable, row: Row): Row {
  return ownLinks.length === 0 ? row : row.map((value, place) => (ownLinks.includes(place) ? null : value));
}

export function keyOf({ keyPlaces }: PlannedTable, row: Row): Row {
  return keyPlaces.map((place) => row[place] ?? null);
}

/** Where rows can be read from. */
export interface RowSource {
  /** The rows by the primary key, after that key if there is one, a bounded batch at a time. */
  batches(table: PlannedTable, after?: Row): AsyncIterable<Row[]>;
  /** How far the database has counted in a table that counts. */
  countedTo(table: PlannedTable): Promise<number>;
  countRows(table: PlannedTable): Promise<number>;
}

/** A database as it was at one moment, whatever is written to it since. It is only read. */
export interface Snapshot extends RowSource {
  /** What no other database has. */
  readonly identity: string;
  /** Whether anything may have been committed since that moment. */
  hasChanged(): Promise<boolean>;
  close(): Promise<void>;
}

/** A database that is being filled. Whatever was added before it was last left is still there. */
export interface Receiver extends RowSource {
  add(table: PlannedTable, rows: readonly Row[]): Promise<void>;
  /** Gives rows that are there what leads to other rows of their table. */
  link(table: PlannedTable, rows: readonly Row[]): Promise<void>;
  countTo(table: PlannedTable, value: number): Promise<void>;
  /** Takes everything out again. */
  empty(): Promise<void>;
  /** From now on it counts as whole. Answers where that is which had to make way, if it is kept. */
  finish(): Promise<string | undefined>;
  close(): Promise<void>;
}
