import type { z } from 'zod';
import { fieldMessages } from '#contract/errors.ts';
import { invalid } from './errors.ts';
import { parseJson } from './parse-json.ts';

/** Reads where the last page ended. `pagerKey` wins over `pageToken`; an empty one asks for the first page. */
export function readPager<Key extends z.ZodType>(
  schema: Key,
  { pagerKey, pageToken }: { pagerKey?: string | undefined; pageToken?: string | undefined },
): z.output<Key> | undefined {
  if (pagerKey) return parseKey(schema, pagerKey, 'pagerKey');
  if (pageToken) return parseKey(schema, Buffer.from(pageToken, 'base64').toString(), 'pageToken');
  return undefined;
}

function parseKey<Key extends z.ZodType>(schema: Key, json: string, field: string): z.output<Key> {
  const parsed = schema.safeParse(parseJson(json));
  if (!parsed.success) throw invalid({ [field]: fieldMessages.invalid });
  return parsed.data;
}

export interface Page<Item, Key> {
  items: Item[];
  pagerKey: Key | null;
  pageToken: string | null;
}

/** Makes a page of rows that were asked for with one more than `count`, which tells whether anything follows. */
export function toPage<Row, Key>(rows: readonly Row[], count: number, keyOf: (last: Row) => Key): Page<Row, Key> {
  return endPage(rows.slice(0, count), rows.length > count, keyOf);
}

/** Makes a page of its rows, with the place where it ends if more follow. */
export function endPage<Row, Key>(rows: readonly Row[], hasMore: boolean, keyOf: (last: Row) => Key): Page<Row, Key> {
  const last = rows.at(-1);
  return pageUpTo(rows, hasMore && last !== undefined ? keyOf(last) : undefined);
}

/** Makes a page of its rows; with a key, more may follow from there. */
export function pageUpTo<Row, Key>(rows: readonly Row[], end: Key | undefined): Page<Row, Key> {
  const items = [...rows];
  if (end === undefined) return { items, pagerKey: null, pageToken: null };
  return { items, pagerKey: end, pageToken: toToken(end) };
}

/** The page with the place where it begins, for the way back; before the first page there is nothing. */
export function withStart<Item, Key>(
  page: Page<Item, Key>,
  after: unknown,
  keyOf: (first: Item) => Key,
): Page<Item, Key> & { startToken?: string } {
  const [first] = page.items;
  return after === undefined || first === undefined ? page : { ...page, startToken: toToken(keyOf(first)) };
}

function toToken(key: unknown): string {
  return Buffer.from(JSON.stringify(key)).toString('base64');
}
