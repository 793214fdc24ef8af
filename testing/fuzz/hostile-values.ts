import fc from 'fast-check';

const texts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\u0001\u001f\u007f',
  '\r\nset-cookie: a=b',
  '\ud800',
  'x\udc00y',
  '\u202e\u200b\ufeff',
  '👩‍👩‍👧‍👦'.repeat(20),
  'e\u0301',
  'NaN',
  'Infinity',
  '-0',
  '1e999',
  '0x10',
  'null',
  'true',
  '__proto__',
  'constructor',
  "'; drop table post; --",
  "' or '1'='1",
  '%',
  '_%\\',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '{{7*7}}#{7*7}',
  '../../../../etc/passwd',
  'https://[::1',
  '9999-99-99T99:99:99Z',
  '0000-01-01T00:00:00Z',
  '2026-02-30T00:00:00+14:00',
  '[]',
  '{"postId":null}',
  '{"__proto__":{"a":1}}',
  `${'['.repeat(3000)}${']'.repeat(3000)}`,
  `${'<b>'.repeat(1000)}`,
  'x'.repeat(129),
  'あ'.repeat(5000),
  'x'.repeat(100_000),
];

const numbers = [0, -0, -1, 1, 0.5, 51, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 5e-324];

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...texts) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
);

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...numbers) },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [null], [[]], { length: 1e9 }) },
  { weight: 1, arbitrary: fc.constantFrom(50, 500).map(nested) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>('x', 0, null, {}).map((item) => Array.from({ length: 3000 }, () => item)),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

export const hostileEncoding: fc.Arbitrary<string> = fc.constantFrom(
  '%ZZ',
  '%',
  '%00',
  '%ff',
  '%C0%AF',
  '%ED%A0%80',
  '%2e%2e',
  '%2F',
  '%0d%0aa:b',
  '+',
  '%F0%9F%98%80',
  '..%5c',
  ';a=b',
  "'%20or%201=1--",
);
