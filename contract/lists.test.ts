import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { listOf } from './lists.ts';

const list = listOf(z.string().regex(/^[a-z]+$/), { max: 5 });

const blanks = fc.constantFrom('', ' ', '  ', '\t', '\u3000');
const words = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}$/), { maxLength: 5 });

test('listOf parses arrays and comma-separated text alike', () => {
  fc.assert(
    fc.property(words, blanks, blanks, (items, before, after) => {
      const asText = items.map((item) => `${before}${item}${after}`).join(',');
      expect(list.parse(asText)).toEqual(items);
      expect(list.parse(items)).toEqual(items);
    }),
  );
});

test('listOf ignores empty parts of a text', () => {
  fc.assert(
    fc.property(words, fc.array(blanks, { maxLength: 4 }), (items, empties) => {
      expect(list.parse([...empties, ...items, ...empties].join(','))).toEqual(items);
    }),
  );
});

test('listOf enforces its rules for arbitrary input', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.array(fc.string()).map(String), fc.array(fc.string())), (value) => {
      const parsed = list.safeParse(value);
      if (!parsed.success) return;
      expect(parsed.data.length).toBeLessThanOrEqual(5);
      expect(new Set(parsed.data).size).toBe(parsed.data.length);
      for (const item of parsed.data) expect(item).toMatch(/^[a-z]+$/);
    }),
  );
});

test.for([
  ['a,b,c,d,e,f'],
  [['a', 'b', 'c', 'd', 'e', 'f']],
  ['a,B'],
  [['a', '']],
  [['a', 1]],
  [{ 0: 'a' }],
  [5],
  [true],
  ['a,'.repeat(10_000)],
])('listOf rejects %j', ([value]) => {
  expect(list.safeParse(value).success).toBe(false);
});

test.for([['a,b,a'], [['a', 'b', 'a']]])('listOf reports the duplicate in %j', ([value]) => {
  expect(list.safeParse(value).error?.issues).toMatchObject([{ code: 'custom', message: 'duplicated' }]);
});
