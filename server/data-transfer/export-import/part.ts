import type { z } from 'zod';
import type { Db } from '../../database/connect.ts';
import type { Transaction } from '../../database/tables.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Renderer } from '../../rendering/index.ts';
import { TransferError } from '../transfer-error.ts';
import { describeIssue } from './export-files.ts';
import type { ImportedPictures, OriginalFile } from './originals.ts';
import { countRows, type ServiceTable } from './service-rows.repository.ts';

/** Contains the ids seen so far. Parts are checked after those they refer to. */
export interface CheckContext {
  readonly serviceId: string;
  readonly renderer: Renderer;
  readonly categories: Map<string, { readonly parent: string | null }>;
  readonly tagIds: Set<string>;
  readonly fileIds: Set<string>;
  readonly originals: Map<string, OriginalFile>;
  readonly posts: Map<string, number>;
  readonly binnedPosts: Map<string, number>;
  /** Keyed by set and language. */
  readonly translations: Map<string, { postId: string; setId: string; originalId: string | undefined }>;
  readonly commentIds: Set<string>;
}

export interface StoreContext {
  readonly serviceId: string;
  readonly clock: Clock;
  readonly now: string;
  readonly previewDays: number;
  readonly categoryIds: Map<string, number>;
  readonly categoryParents: Map<string, string | null>;
  readonly fileIds: ReadonlySet<string>;
  readonly pictures: ImportedPictures;
  /** Ids of the new sets by those of the export. */
  readonly translationSets: Map<string, string>;
  readonly posts: ReadonlyMap<string, number>;
  readonly binnedPosts: ReadonlyMap<string, number>;
}

interface PartDefinition<Schema extends z.ZodType<object>, Checked extends object> {
  readonly name: string;
  readonly table: ServiceTable;
  readonly schema: Schema;
  /** Yields the records in a deterministic order. */
  read(db: Db, serviceId: string): AsyncIterable<z.input<Schema> & object>;
  /**
   * Checks a record and returns what to store. Must access the context before its first `await`, since records are
   * checked concurrently.
   * @throws {TransferError} when the record is invalid
   */
  check(record: z.output<Schema>, context: CheckContext): Checked | Promise<Checked>;
  /** Runs after all records of the part are checked. */
  finish?(context: CheckContext): void;
  store(trx: Transaction, checked: readonly Checked[], context: StoreContext): Promise<void>;
  /** Runs after all records of the part are stored. */
  complete?(trx: Transaction, context: StoreContext): Promise<void>;
}

/** Secrets, database ids and derived texts are not transferred. */
export interface Part
  extends Pick<PartDefinition<z.ZodType<object>, object>, 'name' | 'read' | 'finish' | 'store' | 'complete'> {
  count(db: Db, serviceId: string): Promise<number>;
  check(value: unknown, context: CheckContext): Promise<object>;
}

export function definePart<Schema extends z.ZodType<object>, Checked extends object>(
  definition: PartDefinition<Schema, Checked>,
): Part {
  return {
    ...definition,
    count: (db, serviceId) => countRows(db, definition.table, serviceId),
    check: async (value, context) => {
      const { data, error } = definition.schema.safeParse(value, { reportInput: true });
      if (error) throw new TransferError(describeIssue(error));
      return definition.check(data as z.output<Schema>, context);
    },
    store: (trx, checked, context) => definition.store(trx, checked as readonly Checked[], context),
  };
}

/** Picks the fields of a schema in its order, so that equal records yield equal files. */
export function pickFields<Schema extends z.ZodObject>(schema: Schema, values: object): z.output<Schema> {
  const source = values as Record<string, unknown>;
  return Object.fromEntries(Object.keys(schema.shape).map((name) => [name, source[name]])) as z.output<Schema>;
}

export function requireKnown(isKnown: boolean, name: string): void {
  if (!isKnown) throw new TransferError(`${name} is not in this export.`);
}
