import { z } from 'zod';
import { text } from './text.ts';

export const Order = z.enum(['asc', 'desc']);
export type Order = z.infer<typeof Order>;

/** The largest page of any list. */
export const MAX_PAGE = 50;

export const count = (fallback: number) =>
  z.coerce.number<number | string>().int().min(1).max(MAX_PAGE).default(fallback);

/**
 * Where a page ends, for the next request. Treat it as opaque: send back `pagerKey` as a JSON string,
 * or `pageToken` (the same key in base64) unchanged. An empty `pageToken` asks for the first page.
 */
export const pagerQuery = {
  // Room for a title of the greatest length, escaped as JSON may be.
  pagerKey: text({ max: 2500 }).optional(),
  pageToken: text({ max: 3400 }).optional(),
};

/** Both forms are `null` on the last page. */
export function page<Item extends z.ZodType, Key extends z.ZodType>(item: Item, key: Key) {
  return z.object({
    items: z.array(item),
    pagerKey: key.nullable(),
    pageToken: z.string().nullable(),
  });
}

/**
 * A page that can be turned back. `startToken` is where it begins: sent as `pageToken` in the other `order` it asks for
 * what comes before, from there backwards. It is absent where nothing does, which is on the first page.
 */
export function pageBothWays<Item extends z.ZodType, Key extends z.ZodType>(item: Item, key: Key) {
  return page(item, key).extend({ startToken });
}

export const startToken = z.string().optional();

const isYes = (value: unknown) => ['1', 'true'].includes(String(value).toLowerCase());

/** A yes or no in a query: `1` and `true` in any case are yes, everything else is no. */
export const flag = (fallback: boolean) => text({ max: 10 }).transform(isYes).default(fallback);

/** The same in a body, where it may be a JSON boolean or number as well. */
export const yesOrNo = z.union([z.boolean(), z.number(), text({ max: 10 })]).transform(isYes);
