import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Instant, JapanesePhone, text } from './text.ts';

test('text rejects NUL and lone surrogates only', () => {
  const schema = text({ max: 1000 });
  expect(schema.safeParse('a\u0000b').success).toBe(false);
  expect(schema.safeParse('\ud83d').success).toBe(false);
  expect(schema.safeParse('𠮷野家 👩‍👩‍👧 é').data).toBe('𠮷野家 👩‍👩‍👧 é');
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (value) => {
      const isStorable = value.isWellFormed() && !value.includes('\u0000');
      expect(schema.safeParse(value).success).toBe(isStorable);
    }),
  );
});

test('Instant accepts UTC with seconds only', () => {
  expect(Instant.safeParse('2026-11-21T04:43:00Z').success).toBe(true);
  expect(Instant.safeParse('2026-11-21T04:43:00.000Z').success).toBe(false);
  expect(Instant.safeParse('2026-11-21').success).toBe(false);
});

test.for([
  '03-1234-5678',
  '090-1234-5678',
  '0120-123-456',
  '0312345678',
  '09012345678',
  '+81-3-1234-5678',
  '+819012345678',
  '0800-123-4567',
  '04992-1-2345',
  '',
])('JapanesePhone accepts "%s"', (value) => {
  expect(JapanesePhone.safeParse(value).success).toBe(true);
});

test.for([
  '110',
  '1234-5678',
  '03-1234-567',
  '03-1234-56789',
  '090-1234-567',
  '0312-345678',
  '+1-212-555-0100',
  '+81-03-1234-5678',
  '(03)1234-5678',
  '０３-1234-5678',
  '03 1234 5678',
  '00-1234-5678',
])('JapanesePhone rejects "%s"', (value) => {
  expect(JapanesePhone.safeParse(value).success).toBe(false);
});
