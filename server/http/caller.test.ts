import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseLanguage } from '#web/i18n/accept-language.server.ts';
import { readerLanguage, requestedLanguage } from './caller.ts';

test('requested language matches the language of rendered pages, with either fallback', () => {
  const tag = fc.constantFrom('ja', 'en', 'ja-JP', 'en-GB', 'fr', '*', 'constructor', '', 'JA', 'en;q=0.3', 'ja;q=0');
  const header = fc.oneof(
    fc.array(tag).map((tags) => tags.join(',')),
    fc.string({ unit: 'binary-ascii' }),
  );
  const pair = fc.constantFrom(
    'kawaraban-language=ja',
    'kawaraban-language=en',
    '__Host-kawaraban-language=ja',
    '__Host-kawaraban-language=en',
    'kawaraban-language=fr',
    'kawaraban-language=',
    'x-kawaraban-language=ja',
    'session=secret',
    'kawaraban-language = ja',
    '',
  );
  const cookies = fc.option(fc.array(pair).map((pairs) => pairs.join('; ')));
  fc.assert(
    fc.property(header, cookies, (given, stored) => {
      expect(readerLanguage(given, stored ?? undefined)).toBe(chooseLanguage(given, stored));
      const language = requestedLanguage(given, stored ?? undefined) ?? 'ja';
      expect(language).toBe(chooseLanguage(given, stored, 'ja'));
    }),
  );
  expect(readerLanguage('en', 'kawaraban-language=en; __Host-kawaraban-language=ja')).toBe('ja');
  expect(readerLanguage(undefined, undefined)).toBe(chooseLanguage(null));
});
