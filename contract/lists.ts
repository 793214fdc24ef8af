import { z } from 'zod';
import { fieldMessages } from './errors.ts';

const MAX_TEXT = 10_000;

/**
 * A list without duplicates: an array or, as existing clients send it, comma-separated text. Empty text is an empty
 * list.
 */
export function listOf<Item extends z.ZodType<string, string>>(item: Item, { max }: { max: number }) {
  const items = z.array(item).max(max);
  return z
    .union([items, z.string().max(MAX_TEXT).transform(splitAtCommas).pipe(z.array(item).max(max))])
    .refine((values) => new Set(values).size === values.length, { error: fieldMessages.duplicated });
}

interface DistinctOptions<Item extends z.ZodType> {
  readonly min?: number;
  readonly max: number;
  /** Tells items apart that are objects. */
  readonly keyOf?: (item: z.output<Item>) => unknown;
}

export function distinctList<Item extends z.ZodType>(
  item: Item,
  { min, max, keyOf = (value) => value }: DistinctOptions<Item>,
) {
  const items = min === undefined ? z.array(item) : z.array(item).min(min);
  return items.max(max).refine((values) => new Set(values.map(keyOf)).size === values.length, {
    error: fieldMessages.duplicated,
  });
}

export function splitAtCommas(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
