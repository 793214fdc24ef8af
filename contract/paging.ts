import { z } from 'zod';
import { text } from './text.ts';

export const Order = z.enum(['asc', 'desc']);
export type Order = z.infer<typeof Order>;

export const MAX_PAGE = 50;

export const count = (fallback: number, max = MAX_PAGE) =>
  z.coerce.number<number | string>().int().min(1).max(max).default(fallback);

/**
 * Cursor of the next page, to be treated as opaque: send back `pagerKey` as a JSON string, or `pageToken` (the same
 * cursor in base64) unchanged. An empty `pageToken` requests the first page.
 */
export const pagerQuery = {
  // Leaves room for a title of maximum length with every character escaped in JSON.
  pagerKey: text({ max: 2500 }).optional(),
  pageToken: text({ max: 3400 }).optional(),
};

/** A page of a list. `pagerKey` and `pageToken` are `null` on the last page. */
export function page<Item extends z.ZodType, Key extends z.ZodType>(item: Item, key: Key) {
  return z.object({
    items: z.array(item),
    pagerKey: key.nullable(),
    pageToken: z.string().nullable(),
  });
}

/**
 * A page of a list that can be paged backward. `startToken` marks its beginning: sent as `pageToken` with the opposite
 * `order`, it requests the preceding items, nearest first. Absent on the first page.
 */
export function pageBothWays<Item extends z.ZodType, Key extends z.ZodType>(item: Item, key: Key) {
  return page(item, key).extend({ startToken });
}

export const startToken = z.string().optional();

const isTrue = (value: unknown) => ['1', 'true'].includes(String(value).toLowerCase());

/** Boolean in a query: `1` and `true` in any case are true, everything else is false. */
export const flag = (fallback: boolean) => text({ max: 10 }).transform(isTrue).default(fallback);

/** Boolean in a body: like `flag`, but also accepts JSON booleans and numbers. */
export const yesOrNo = z.union([z.boolean(), z.number(), text({ max: 10 })]).transform(isTrue);
