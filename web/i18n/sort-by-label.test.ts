import { expect, test } from 'vitest';
import { sortByLabel } from './sort-by-label.ts';

const labels = ['東京', '第10回', 'いろは', 'Zoo', '京都', 'アイス', '第2回', 'apple', 'ガラス', 'かめ', '亜鉛'];

test.for([
  ['ja', ['apple', 'Zoo', 'アイス', 'いろは', 'かめ', 'ガラス', '亜鉛', '京都', '第2回', '第10回', '東京']],
  ['en', ['apple', 'Zoo', 'アイス', 'いろは', 'かめ', 'ガラス', '亜鉛', '京都', '東京', '第2回', '第10回']],
] as const)('sorts labels as readers of %s expect', ([language, sorted]) => {
  expect(sortByLabel(labels, language, (label) => label)).toEqual(sorted);
});

test('numbers are sorted by value', () => {
  const volumes = [{ label: 'Vol. 10' }, { label: 'vol. 9' }, { label: 'Vol. 1' }];
  expect(sortByLabel(volumes, 'en', ({ label }) => label).map(({ label }) => label)).toEqual([
    'Vol. 1',
    'vol. 9',
    'Vol. 10',
  ]);
});
