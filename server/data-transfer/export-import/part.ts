import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../database/connect.ts';
import type { Tables } from '../../database/tables.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Renderer } from '../../rendering/index.ts';
import { TransferError } from '../transfer-error.ts';
import { whatIsWrong } from './manifest.ts';
import type { ImportedPictures, OriginalFile } from './originals.ts';

/** Ids seen while checking an export. Parts are checked after those they refer to. */
export interface Draft {
  readonly serviceId: string;
  readonly renderer: Renderer;
  readonly categories: Map<string, { readonly parent: string | null }>;
  readonly tagIds: Set<string>;
  readonly fileIds: Set<string>;
  readonly originals: Map<string, OriginalFile>;
  readonly posts: Map<string, number>;
  readonly binnedPosts: Map<string, number>;
  readonly commentIds: Set<string>;
}

export interface Target {
  readonly serviceId: string;
  readonly clock: Clock;
  readonly now: string;
  /** Validity of the new preview tokens. */
  readonly previewDays: number;
  readonly categoryIds: Map<string, number>;
  readonly categoryParents: Map<string, string | null>;
  readonly fileIds: ReadonlySet<string>;
  readonly pictures: ImportedPictures;
  readonly posts: ReadonlyMap<string, number>;
  readonly binnedPosts: ReadonlyMap<string, number>;
}

/** One kind of record of a service and its transfer. Secrets, database ids and derived texts are not transferred. */
export interface Part {
  readonly name: string;
  count(db: Db, serviceId: string): Promise<number>;
  /** Reads the records in a deterministic order. */
  read(db: Db, serviceId: string): AsyncIterable<object>;
  /**
   * Checks a record and returns what to store. Must access the draft before its first `await`, since records are
   * checked concurrently.
   * @throws {TransferError} when the record is invalid
   */
  check(value: unknown, draft: Draft): Promise<object>;
  finish(draft: Draft): void;
  store(trx: Transaction<Tables>, checked: readonly object[], target: Target): Promise<void>;
  complete(trx: Transaction<Tables>, target: Target): Promise<void>;
}

interface PartDefinition<Schema extends z.ZodType<object>, Checked extends object> {
  readonly name: string;
  readonly schema: Schema;
  count(db: Db, serviceId: string): Promise<number>;
  read(db: Db, serviceId: string): AsyncIterable<z.input<Schema> & object>;
  check(record: z.output<Schema>, draft: Draft): Checked | Promise<Checked>;
  finish?(draft: Draft): void;
  store(trx: Transaction<Tables>, checked: readonly Checked[], target: Target): Promise<void>;
  complete?(trx: Transaction<Tables>, target: Target): Promise<void>;
}

export function definePart<Schema extends z.ZodType<object>, Checked extends object>(
  definition: PartDefinition<Schema, Checked>,
): Part {
  return {
    ...definition,
    check: async (value, draft) => {
      const { data, error } = definition.schema.safeParse(value, { reportInput: true });
      if (error) throw new TransferError(whatIsWrong(error));
      return definition.check(data as z.output<Schema>, draft);
    },
    finish: (draft) => definition.finish?.(draft),
    store: (trx, checked, target) => definition.store(trx, checked as readonly Checked[], target),
    complete: async (trx, target) => {
      await definition.complete?.(trx, target);
    },
  };
}

export function requireKnown(isKnown: boolean, name: string): void {
  if (!isKnown) throw new TransferError(`${name} is not in this export.`);
}
