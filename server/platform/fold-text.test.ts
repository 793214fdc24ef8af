import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuGrowth, MAX_LINEAR_GROWTH } from '#testing/cpu-growth.ts';
import { FoldedText, foldText } from './fold-text.ts';

const TRICKY = [
  ...[
    'か',
    '\u3099',
    '゙',
    'ﾞ',
    'ﾟ',
    'ｶ',
    'ﾊ',
    'ー',
    'ｰ',
    '①',
    'ﬁ',
    '㌢',
    '㍻',
    'ß',
    'ẞ',
    'İ',
    'ı',
    'Σ',
    'ς',
    'ς ',
    'Å',
    'A\u030A',
  ],
  ...[
    'e',
    '\u0301',
    'ά',
    'ᾳ',
    '\u0345',
    'ᄀ',
    'ᅡ',
    'ᆨ',
    'ㄱ',
    'ㅏ',
    'ﾡ',
    'ￂ',
    '각',
    'ำ',
    '葛󠄀',
    '👨‍👩‍👧',
    '\u200b',
    '\u00ad',
    '\ufe0f',
  ],
  ...[' ', '\u3000', '\u00a0', '\n', '\t', '¨', '“', '’', 'ŉ', '𝒳', '𠮷', 'Ａ', '１', '％', '…', 'ﾀﾞ', '日', '本'],
];
const text = () =>
  fc
    .array(fc.oneof(fc.constantFrom(...TRICKY), fc.string({ unit: 'grapheme', maxLength: 5 })), { maxLength: 150 })
    .map((letters) => letters.join('').toWellFormed());

test.each([
  ['ＫＡＷＡＲＡＢＡＮ　１２３', 'kawaraban 123'],
  ['ｶﾞｲﾄﾞ', 'ガイド'],
  ['ガイド'.normalize('NFD'), 'ガイド'],
  ['①ﬁ㌢', '1fiセンチ'],
  ['Straße STRASSE', 'strasse strasse'],
  ['ΟΔΟΣ οδος', 'οδοσ οδοσ'],
  ['“don’t”', '"don\'t"'],
  ['葛󠄀城', '葛城'],
  ['a\u00adb\u200bc', 'abc'],
  ['one \n\t two', 'one two'],
  ['ひらカタ', 'ひらカタ'],
])('%j is folded to %j', (given, folded) => {
  expect(foldText(given)).toBe(folded);
});

test('folding is idempotent except for spaces before some marks', () => {
  fc.assert(
    fc.property(text(), (given) => {
      const folded = foldText(given);
      expect(foldText(folded)).toBe(folded.replace(/ +/g, ' '));
      expect(folded.isWellFormed()).toBe(true);
    }),
  );
});

test('FoldedText folds in pieces like foldText folds the whole', () => {
  fc.assert(
    fc.property(text(), (given) => {
      expect(new FoldedText(given).folded).toBe(foldText(given));
    }),
    { numRuns: 500 },
  );
});

function joiningLetters(): Set<string> {
  const letters = new Set<string>();
  for (const letter of everyLetter()) {
    const [, second, ...more] = letter.normalize('NFD');
    if (second !== undefined && more.length === 0 && letter.normalize('NFD') !== letter) letters.add(second);
  }
  return letters;
}

function* everyLetter(): Iterable<string> {
  for (let codePoint = 0; codePoint <= 0x10ffff; codePoint += 1) {
    const letter = String.fromCodePoint(codePoint);
    if (letter.isWellFormed()) yield letter;
  }
}

test('characters that may join the previous one fold with it', () => {
  const joining = joiningLetters();
  for (const letter of everyLetter()) {
    const [first = ''] = letter.normalize('NFKD');
    if (!joining.has(first) && !/\p{M}/v.test(first)) continue;
    expect(new FoldedText(`か${letter}`).endOf(1), letter).toBe(1 + letter.length);
  }
});

test('positions in the folded text map back to the source', () => {
  fc.assert(
    fc.property(text(), (given) => {
      const folded = new FoldedText(given);
      let last = 0;
      for (let place = 0; place < folded.folded.length; place += 1) {
        const [start, end] = [folded.startOf(place), folded.endOf(place + 1)];
        expect(start).toBeGreaterThanOrEqual(last);
        expect(end).toBeGreaterThan(start);
        expect(foldText(given.slice(start, end))).toContain(folded.folded[place]);
        last = start;
      }
    }),
  );
});

test('excess combining marks are dropped and positions stay right', () => {
  const marks = '\u0301\u0316\u3099ﾞ';
  const text = `か${marks.repeat(1000)} ㅋㅋ${'ㅏ'.repeat(500)} 末\u0323${marks.repeat(30)}a`;
  const folded = new FoldedText(text);
  expect(folded.folded).toBe(foldText(text));
  expect(folded.folded.length).toBeLessThan(600);
  expect(text.slice(folded.startOf(folded.folded.length - 1))).toBe('a');
  const last = folded.folded.indexOf('末');
  expect(text.slice(folded.startOf(last), folded.endOf(last + 1))).toBe(`末\u0323${marks.repeat(30)}`);
});

test('Hangul letters that start a syllable fold separately', () => {
  const folded = new FoldedText('안녕ㅋㅋㄱㅏ');
  expect([2, 3, 4].map((place) => [folded.startOf(place), folded.endOf(place + 1)])).toEqual([
    [2, 3],
    [3, 4],
    [4, 6],
  ]);
});

test.each([
  '\u0301\u0316',
  'ﾞ\u0301',
  '\u0344',
  'a\u0301\u0316',
  'ㄴ',
  'ㅏ',
  'ﾡￂ',
  'İ\u0316',
  ' \u0301',
  '\u200b\u0301',
])('folding a run of %j takes linear time', (letters) => {
  const fold = (length: number) => {
    const text = `a${letters.repeat(length / letters.length)}b`;
    const folded = new FoldedText(text);
    expect(text.slice(folded.startOf(folded.folded.length - 1))).toBe('b');
    expect(foldText(text).endsWith('b')).toBe(true);
  };
  expect(cpuGrowth(fold, 15_000)).toBeLessThan(MAX_LINEAR_GROWTH);
});
