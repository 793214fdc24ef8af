import type { z } from 'zod';
import { fieldMessages } from '#contract/errors.ts';
import { parseJson } from '../platform/parse-json.ts';
import { invalid } from './errors.ts';

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

/** Creates a page from up to `count + 1` rows. The extra row shows that more follow. */
export function toPage<Row, Key>(rows: readonly Row[], count: number, keyOf: (last: Row) => Key): Page<Row, Key> {
  return endPage(rows.slice(0, count), rows.length > count, keyOf);
}

export function endPage<Row, Key>(rows: readonly Row[], hasMore: boolean, keyOf: (last: Row) => Key): Page<Row, Key> {
  const last = rows.at(-1);
  return pageUpTo(rows, hasMore && last !== undefined ? keyOf(last) : undefined);
}

export function pageUpTo<Row, Key>(rows: readonly Row[], end: Key | undefined): Page<Row, Key> {
  const items = [...rows];
  if (end === undefined) return { items, pagerKey: null, pageToken: null };
  return { items, pagerKey: end, pageToken: toToken(end) };
}

/** Adds a token of the page's start for paging backward. The first page has none. */
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
