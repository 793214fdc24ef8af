import { expect, test } from 'vitest';
import { chooseLanguage } from './accept-language.server.ts';

test.each([
  ['ja', 'ja'],
  ['ja-JP,ja;q=0.9,en-US;q=0.8', 'ja'],
  ['en-GB,en;q=0.9,ja;q=0.8', 'en'],
  ['en;q=0.5, ja', 'ja'],
  ['fr-FR, ja;q=0.5, en;q=0.4', 'ja'],
] as const)('%s selects the supported language with the highest preference', (header, language) => {
  expect(chooseLanguage(header)).toBe(language);
});

test.each([[null], [''], ['*'], ['fr-FR, de;q=0.5'], ['ja;q=0'], [';;,q=,'], ['constructor']])(
  '%s falls back to English or the default of the service',
  (header) => {
    expect(chooseLanguage(header)).toBe('en');
    if (header !== 'ja;q=0') expect(chooseLanguage(header, null, 'ja')).toBe('ja');
  },
);

test.each([
  ['kawaraban-language=ja', 'en', 'ja'],
  ['a=b; kawaraban-language=en; c=d', 'ja', 'en'],
  ['kawaraban-language=fr', 'ja', 'ja'],
  ['kawaraban-language=', 'ja', 'ja'],
  ['other-kawaraban-language=ja', 'en', 'en'],
  ['kawaraban-language=jax', 'en', 'en'],
] as const)('language cookie in %s overrides Accept-Language %s', (cookies, header, language) => {
  expect(chooseLanguage(header, cookies)).toBe(language);
});
