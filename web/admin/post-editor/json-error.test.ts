import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonError } from './json-error.ts';

test('valid JSON is accepted', () => {
  for (const text of ['{"a": [1, "b", null]}', '1', '"瓦版"', ' [] ']) expect(jsonError(text)).toBeUndefined();
});

test.for([
  ['{\n  "a": 1,\n  b: 2\n}', 3],
  ['{\n"a": [1,\n}', 3],
  ['{\n"a": [', 2],
  ['', 1],
  ['{}\n{}', 2],
  ['[1\n2]', 2],
  ['[1,\n01]', 2],
  ['{"a":\n"b\n"}', 2],
  ["[\n'a']", 2],
  ['{"a" 1}', 1],
  ['[1,\n\n]', 3],
  ['[\n}', 2],
] as const)('%j has its error in line %i', ([text, line]) => {
  expect(jsonError(text)?.line).toBe(line);
});

test('error is reported in the broken line', () => {
  fc.assert(
    fc.property(fc.array(fc.json(), { minLength: 1 }), fc.nat(), (values, place) => {
      const broken = place % values.length;
      const lines = values.map((value, index) => (index === broken ? `${value} @` : value));
      expect(jsonError(`[${lines.join(',\n')}]`)).toMatchObject({ line: broken + 1 });
    }),
  );
});

test.for([
  ['', 'value'],
  ['{"a": [', 'end'],
  ['[1,]', 'comma'],
  ['{"a": 1,}', 'comma'],
  ['{"a": }', 'value'],
  ['{a: 1}', 'key'],
  ['{"a" 1}', 'colon'],
  ['[1 2]', 'more'],
  ["['a']", 'word'],
  ['["a]', 'string'],
  ['{"a: 1}', 'string'],
  ['{} {}', 'nothing'],
  ['1]', 'close'],
] as const)('%j is rejected with reason %s', ([text, reason]) => {
  expect(jsonError(text)?.reason).toBe(reason);
});
