import { type TestContext, test } from 'vitest';
import { EXTENDED } from './tiers.ts';

type Language = 'en' | 'ja';

type LanguageCase = Language | readonly [Language, ...unknown[]];

/** Like `test.for`, for cases per language: `npm test` runs the English ones, `npm run test:all` all. */
export function testInLanguages<const Case extends LanguageCase>(cases: readonly Case[]) {
  return (title: string, run: (each: Case, context: TestContext) => void | Promise<void>): void => {
    const isEnglish = (each: Case) => (typeof each === 'string' ? each : each[0]) === 'en';
    test.for(cases.filter(isEnglish))(title, run);
    test.for(cases.filter((each) => !isEnglish(each)))(title, { tags: [EXTENDED] }, run);
  };
}
