import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseLanguage } from '#web/i18n/accept-language.server.ts';
import { readerLanguage } from './reader-language.ts';

test('a page is kept for the language in which it would be written', () => {
  const tag = fc.constantFrom('ja', 'en', 'ja-JP', 'en-GB', 'fr', '*', 'constructor', '', 'JA', 'en;q=0.3', 'ja;q=0');
  const header = fc.oneof(
    fc.array(tag).map((tags) => tags.join(',')),
    fc.string({ unit: 'binary-ascii' }),
  );
  fc.assert(
    fc.property(header, (given) => {
      expect(readerLanguage(given)).toBe(chooseLanguage(given));
    }),
  );
  expect(readerLanguage(undefined)).toBe(chooseLanguage(null));
});
