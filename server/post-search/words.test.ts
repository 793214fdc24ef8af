import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldText } from '../platform/fold-text.ts';
import { MAX_NGRAMS, ngramsOf, offsetOfWord, planOf, readWords } from './words.ts';

test.each([
  ['', []],
  [' \u3000\n', []],
  ['…！「」 🎉 —', []],
  ['Press　印刷', ['press', '印刷']],
  ['press PRESS ｐｒｅｓｓ', ['press']],
  ['"three new pages" ink', ['three new pages', 'ink']],
  ['“three new pages', ['three new pages']],
  ['＂版木 と 墨＂', ['版木 と 墨']],
  ['「検索」 、そして。', ['検索', 'そして']],
  ['C++ C# node.js .net', ['c++', 'c#', 'node.js', 'net']],
  ['"" " " "a', ['a']],
])('%j is parsed as %j', (q, words) => {
  expect(readWords(q)).toEqual(words);
});

test.each([
  ['the harbour map', 'harb', 4],
  ['the harbour map', 'our', -1],
  ['harbour our', 'our', 8],
  ['朝の一枚摺り', '一枚', 2],
  ['react18とvue', '18', -1],
  ['第18号', '18', 1],
  ['react18とvue', 'vue', 8],
  ['use_state', 'state', 4],
  ['\u{10400}abc abc', 'abc', 6],
  ['日本abc', 'abc', 2],
  ['a b', 'a b', 0],
])('%j contains %j at %i', (text, word, place) => {
  expect(offsetOfWord(text, word)).toBe(place);
});

const LETTERS = [
  'a',
  'b',
  'é',
  'ab',
  'word',
  'longerwords',
  '1',
  '日',
  '本',
  'ー',
  'か',
  'が',
  'カ',
  '한',
  'ก',
  '𠮷',
  '𐐀',
  ' ',
  '.',
  '+',
  '_',
  'ａ',
  'ﾊﾟ',
];
const text = (maxLength: number) =>
  fc.array(fc.constantFrom(...LETTERS), { maxLength }).map((letters) => letters.join(''));

test('n-grams find every match, and only matches when exact', async () => {
  await fc.assert(
    fc.asyncProperty(text(30), text(4), async (given, asked) => {
      const folded = foldText(given);
      const ngrams = await ngramsOf('b', folded);
      for (const word of readWords(asked)) {
        const plan = planOf(word);
        const hasPrefix = !plan.prefix || [...ngrams].some((gram) => gram.startsWith(`b${plan.prefix}`));
        const isCandidate = hasPrefix && plan.ngrams.every((gram) => ngrams.has(`b${gram}`));
        const isMatch = offsetOfWord(folded, word) >= 0;
        if (isMatch) expect(isCandidate, word).toBe(true);
        if (plan.isExact) expect(isCandidate, word).toBe(isMatch);
      }
    }),
    { numRuns: 2000 },
  );
});

test('long word is indexed by its beginning without split characters', async () => {
  const long = '𐐨'.repeat(100);
  const ngrams = [...(await ngramsOf('b', long))];
  expect(ngrams).toHaveLength(5);
  for (const gram of ngrams) expect(gram.isWellFormed()).toBe(true);
  expect(planOf(long)).toMatchObject({ prefix: `w${'𐐨'.repeat(40)}`, isExact: false });
});

test('n-grams of a text are limited', async () => {
  const letters = Array.from({ length: 300_000 }, (_, index) => {
    return String.fromCodePoint(0x4e00 + ((Math.floor(index / 300) + (index % 2) * (index % 300)) % 20_000));
  });
  expect((await ngramsOf('b', letters.join(''))).size).toBe(MAX_NGRAMS);
  const words = Array.from({ length: 40_000 }, (_, index) => `${'𐐨'.repeat(34)}${index}`);
  expect(Buffer.byteLength([...(await ngramsOf('b', words.join(' ')))].join(''))).toBeLessThan(1_000_000);
});

test('splitting a long text lets other work run', async () => {
  for (const text of ['word '.repeat(200_000), '日本語'.repeat(300_000)]) {
    let turns = 0;
    const others = setInterval(() => {
      turns += 1;
    }, 0);
    await ngramsOf('b', text);
    clearInterval(others);
    expect(turns).toBeGreaterThan(5);
  }
});
