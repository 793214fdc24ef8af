import { expect, test } from 'vitest';
import { findTotpStep, newTotpSecret } from './software-token-check.ts';

/** Secret of RFC 6238, appendix B. Its codes have eight digits; ours are their last six. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.for([
  { at: '1970-01-01T00:00:59Z', code: '287082', step: 1 },
  { at: '2005-03-18T01:58:29Z', code: '081804', step: 37037036 },
  { at: '2009-02-13T23:31:30Z', code: '005924', step: 41152263 },
  { at: '2033-05-18T03:33:20Z', code: '279037', step: 66666666 },
])('RFC 6238 code at $at is $code', ({ at, code, step }) => {
  expect(findTotpStep(SECRET, code, new Date(at))).toBe(step);
});

test.for([
  { at: '2009-02-13T23:30:59Z', found: undefined },
  { at: '2009-02-13T23:31:00Z', found: 41152263 },
  { at: '2009-02-13T23:31:30Z', found: 41152263 },
  { at: '2009-02-13T23:32:29Z', found: 41152263 },
  { at: '2009-02-13T23:32:30Z', found: undefined },
])('codes work one step early or late: $at gives $found', ({ at, found }) => {
  expect(findTotpStep(SECRET, '005924', new Date(at))).toBe(found);
});

test.for(['', '05924', '0005924', '00592x', '００５９２４', '005924\n', '005 924'])(
  '%j is rejected as a code',
  (code) => {
    expect(findTotpStep(SECRET, code, new Date('2009-02-13T23:31:30Z'))).toBeUndefined();
  },
);

test('secrets are unique and have 160 bits', () => {
  const secrets = new Set(Array.from({ length: 50 }, newTotpSecret));
  expect(secrets.size).toBe(50);
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
});
