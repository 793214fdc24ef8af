import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';

/** Repeatable elements, which are parsed as arrays even when they occur once. */
const LISTS = new Set([
  'rss.channel.item',
  'rss.channel.item.category',
  'feed.link',
  'feed.entry',
  'feed.entry.link',
  'feed.entry.category',
  'sitemapindex.sitemap',
  'urlset.url',
]);

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  trimValues: false,
  isArray: (_name, path) => LISTS.has(String(path)),
});

// biome-ignore lint/suspicious/noExplicitAny: tests read any document
export function readXml(text: string): any {
  expect(XMLValidator.validate(text)).toBe(true);
  // Characters that XML 1.0 forbids (section 2.2).
  expect(text).not.toMatch(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
  return parser.parse(text);
}

export function addressesIn(text: string): string[] {
  const found = text.matchAll(/(?:href|src|url)="([^"]*)"|<(?:loc|link|uri)>([^<]*)</g);
  return [...new Set([...found].map(([, quoted, named]) => (quoted ?? named ?? '').replaceAll('&amp;', '&')))];
}

/** For pages, returns the status of the API call behind them. */
export async function statusOf({ get }: TestApp, address: string): Promise<number> {
  const { pathname, host } = new URL(address);
  expect(host).toBe('localhost');
  const [page, answers] = PAGES.find(([pattern]) => pattern.test(pathname)) ?? [];
  if (page === undefined || answers === undefined) return (await get(pathname)).status;
  return answers === '' ? 200 : (await get(pathname.replace(page, answers))).status;
}

const PAGES: readonly (readonly [page: RegExp, call: string])[] = [
  [/^[/](about|services)?$/, ''],
  [/^[/]posts[/]([^/.]+)[/](tags|categories)[/]([^/]+)$/, '/api/$2/$1/$3'],
  [/^[/]posts[/]([^/.]+)[/](tags)$/, '/api/$2/$1'],
  [/^[/]posts[/][^/.]+([/][^/.]+){0,2}$/, '/api$&'],
];
