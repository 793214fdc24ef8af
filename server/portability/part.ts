import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../database/connect.ts';
import type { Tables } from '../database/tables.ts';
import type { Clock } from '../platform/clock.ts';
import type { Renderer } from '../posts/index.ts';
import { whatIsWrong } from './manifest.ts';
import type { ImportedPictures, OriginalFile } from './originals.ts';
import { TransferError } from './transfer-error.ts';

/** What is known of an export while its records are looked at, each part after those that it names things of. */
export interface Draft {
  readonly serviceId: string;
  readonly renderer: Renderer;
  readonly categories: Map<string, { readonly parent: string | null }>;
  readonly tagIds: Set<string>;
  readonly fileIds: Set<string>;
  /** Those of the files whose bytes were there. */
  readonly originals: Map<string, OriginalFile>;
  /** Posts that are there, and those in the bin, with their revisions. */
  readonly posts: Map<string, number>;
  readonly binnedPosts: Map<string, number>;
  readonly commentIds: Set<string>;
}

/** Where the records of an import go. */
export interface Target {
  readonly serviceId: string;
  readonly clock: Clock;
  readonly now: string;
  /** How long the preview tokens that are made for posts are good. */
  readonly previewDays: number;
  /** The ids that categories have here, by slug. */
  readonly categoryIds: Map<string, number>;
  readonly categoryParents: Map<string, string | null>;
  readonly fileIds: ReadonlySet<string>;
  readonly pictures: ImportedPictures;
  readonly posts: ReadonlyMap<string, number>;
  readonly binnedPosts: ReadonlyMap<string, number>;
}

/**
 * One kind of thing that belongs to a service, and how it travels. Secrets, ids that an installation counts itself and
 * texts that are derived from others do not.
 */
export interface Part {
  readonly name: string;
  /** Roughly how many records there will be, for the progress. */
  count(db: Db, serviceId: string): Promise<number>;
  /** The records of a service, in an order that depends on nothing but them. */
  read(db: Db, serviceId: string): AsyncIterable<object>;
  /**
   * Looks at a record of an export, and answers with what is to be stored. What it knows of the draft it learns, and
   * adds to it, before it waits for anything: others are looked at meanwhile.
   * @throws {TransferError} when it cannot be right.
   */
  check(value: unknown, draft: Draft): Promise<object>;
  /** Looks at all of them together. */
  finish(draft: Draft): void;
  /** Stores some of what the checks answered with, in their order. */
  store(trx: Transaction<Tables>, checked: readonly object[], target: Target): Promise<void>;
  /** Once all of it is stored. */
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

/** For what a record names that the export does not have. */
export function requireKnown(isKnown: boolean, name: string): void {
  if (!isKnown) throw new TransferError(`${name} is not in this export.`);
}
