import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Instant, text } from './text.ts';

test('text refuses NUL and lone surrogates, and keeps everything else as it is', () => {
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

test('an instant is UTC with seconds', () => {
  expect(Instant.safeParse('2026-11-21T04:43:00Z').success).toBe(true);
  expect(Instant.safeParse('2026-11-21T04:43:00.000Z').success).toBe(false);
  expect(Instant.safeParse('2026-11-21').success).toBe(false);
});
