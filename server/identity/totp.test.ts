import { expect, test } from 'vitest';
import { findTotpStep, newTotpSecret } from './totp.ts';

/** The secret of RFC 6238, appendix B, whose codes have eight digits there; ours are the last six of them. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.for([
  { at: '1970-01-01T00:00:59Z', code: '287082', step: 1 },
  { at: '2005-03-18T01:58:29Z', code: '081804', step: 37037036 },
  { at: '2009-02-13T23:31:30Z', code: '005924', step: 41152263 },
  { at: '2033-05-18T03:33:20Z', code: '279037', step: 66666666 },
])('the code of RFC 6238 for $at is $code', ({ at, code, step }) => {
  expect(findTotpStep(SECRET, code, new Date(at))).toBe(step);
});

test.for([
  { at: '2009-02-13T23:30:59Z', found: undefined },
  { at: '2009-02-13T23:31:00Z', found: 41152263 },
  { at: '2009-02-13T23:31:30Z', found: 41152263 },
  { at: '2009-02-13T23:32:29Z', found: 41152263 },
  { at: '2009-02-13T23:32:30Z', found: undefined },
])('a code is taken one step early and one step late: at $at it is of step $found', ({ at, found }) => {
  expect(findTotpStep(SECRET, '005924', new Date(at))).toBe(found);
});

test.for(['', '05924', '0005924', '00592x', '００５９２４', '005924\n', '005 924'])('%j is no code', (code) => {
  expect(findTotpStep(SECRET, code, new Date('2009-02-13T23:31:30Z'))).toBeUndefined();
});

test('every secret is another one, of 160 bits in base32', () => {
  const secrets = new Set(Array.from({ length: 50 }, newTotpSecret));
  expect(secrets.size).toBe(50);
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
});
