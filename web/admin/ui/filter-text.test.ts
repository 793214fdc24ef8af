import { expect, test } from 'vitest';
import { containsText } from './filter-text.ts';

test.for([
  ['カテゴリー', 'かてごりー'],
  ['おしらせ', 'オシラセ'],
  ['ﾆｭｰｽ', 'にゅーす'],
  ['Ｎｅｗｓ', 'news'],
] as const)('%s is found by %s', ([label, search]) => {
  expect(containsText([label], search)).toBe(true);
});
