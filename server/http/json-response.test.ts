import { expect, test } from 'vitest';
import { z } from 'zod';
import { serializerOf, toJson } from './json-response.ts';

const long = { title: '瓦版 "速報"', body: '渡し船は\n🗞 \u0000’ \ud800'.repeat(2000) };

test.for([
  { items: [] },
  { items: [], pageToken: null },
  { items: [{ a: 1 }, { b: [2] }], pagerKey: { c: '3' } },
  { items: [long] },
  { items: [long, { a: 1 }, long, long, long], meta: { tag: 'x' } },
  { meta: 1, items: [long, long, long] },
  { items: { length: 1 } },
  [long, long, long],
  'text',
  null,
])('page %# equals JSON.stringify', (value) => {
  expect(String(toJson(value))).toBe(JSON.stringify(value));
});

test('fields that the schema does not list are removed', () => {
  const schema = z.object({ items: z.array(z.object({ a: z.int() })) });
  const serialize = serializerOf({ schema, method: 'GET', url: '/a' });
  expect(serialize({ items: [{ a: 1, secret: 2 }], secret: 3 })).toBe('{"items":[{"a":1}]}');
  expect(() => serialize({ items: [{ a: 'x' }] })).toThrow();
});
