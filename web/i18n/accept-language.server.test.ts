import { expect, test } from 'vitest';
import { chooseLanguage } from './accept-language.server.ts';

test.each([
  ['ja', 'ja'],
  ['ja-JP,ja;q=0.9,en-US;q=0.8', 'ja'],
  ['en-GB,en;q=0.9,ja;q=0.8', 'en'],
  ['en;q=0.5, ja', 'ja'],
  ['fr-FR, ja;q=0.5, en;q=0.4', 'ja'],
] as const)('%s is answered in the language the reader prefers of ours', (header, language) => {
  expect(chooseLanguage(header)).toBe(language);
});

test.each([[null], [''], ['*'], ['fr-FR, de;q=0.5'], ['ja;q=0'], [';;,q=,'], ['constructor']])(
  '%s is answered in English',
  (header) => {
    expect(chooseLanguage(header)).toBe('en');
  },
);

test.each([
  ['kawaraban-language=ja', 'en', 'ja'],
  ['a=b; kawaraban-language=en; c=d', 'ja', 'en'],
  ['kawaraban-language=fr', 'ja', 'ja'],
  ['kawaraban-language=', 'ja', 'ja'],
  ['other-kawaraban-language=ja', 'en', 'en'],
  ['kawaraban-language=jax', 'en', 'en'],
] as const)('the choice in %s goes before %s', (cookies, header, language) => {
  expect(chooseLanguage(header, cookies)).toBe(language);
});
