import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuGrowth, MAX_LINEAR_GROWTH } from '#testing/cpu-growth.ts';
import { foldText } from '../platform/fold-text.ts';
import { highlightAll, highlightFirst } from './highlight.ts';
import { readWords } from './words.ts';

const marked = (text: string, q: string) =>
  highlightAll(text, readWords(q))
    .map((piece) => (piece.isMatch ? `[${piece.text}]` : piece.text))
    .join('');

test.each([
  ['The Harbour map', 'harb', 'The [Harb]our map'],
  ['ﾊﾟﾝとﾊﾞﾀｰ', 'パン', '[ﾊﾟﾝ]とﾊﾞﾀｰ'],
  ['ﾊﾟﾝとﾊﾞﾀｰ', 'バター', 'ﾊﾟﾝと[ﾊﾞﾀｰ]'],
  ['①号、②号', '1', '[①]号、②号'],
  ['ﬁne ﬁsh', 'fi', '[ﬁ]ne [ﬁ]sh'],
  ['㌢と㍍', 'ンチ', '[㌢]と㍍'],
  ['Ｋａｗａｒａｂａｎ', 'kawa', '[Ｋａｗａ]ｒａｂａｎ'],
  ['ガ'.normalize('NFD').repeat(2), 'ガ', `[${'ガガ'.normalize('NFD')}]`],
  ['one\n two  three', '"two three"', 'one\n [two  three]'],
  ['版木版木', '版木 木版', '[版木版木]'],
  ['𠮷野家の𠮷', '𠮷', '[𠮷]野家の[𠮷]'],
  ['nothing', 'else', 'nothing'],
])('highlights in %j the words of %j as %j', (text, q, expected) => {
  expect(marked(text, q)).toBe(expected);
});

const shown = (text: string, q: string) => highlightFirst(text, readWords(q));

test('highlightFirst shows the first match with its context', () => {
  const text = `${'Before it there is much. '.repeat(40)}Then the needle comes, and ${'much follows after it. '.repeat(40)}`;
  const pieces = shown(text, 'needle');
  const whole = pieces.map((piece) => piece.text).join('');
  expect(whole).toMatch(/^…[A-Za-z]+ .*Then the needle comes, and much .*…$/);
  expect(whole.length).toBeLessThan(165);
  expect(pieces.filter(({ isMatch }) => isMatch)).toEqual([{ text: 'needle', isMatch: true }]);
});

test('highlightFirst without a match shows the beginning on one line', () => {
  expect(shown('  First\n\nline', 'else')).toEqual([{ text: ' First line', isMatch: false }]);
  expect(shown('', 'else')).toEqual([]);
});

const LETTERS = [
  'か',
  '\u3099',
  'ﾊﾟ',
  '①',
  'ﬁ',
  '👨‍👩‍👧',
  '🇯🇵',
  '𠮷',
  'a',
  'b',
  ' ',
  '\n',
  'e\u0301',
  '版',
  '木',
  '葛󠄀',
  '\u200b',
  '。',
];
const text = (maxLength: number) =>
  fc.array(fc.constantFrom(...LETTERS), { maxLength }).map((letters) => letters.join(''));

test('pieces rebuild the text, matches a word, keep graphemes', () => {
  fc.assert(
    fc.property(text(400), text(3), (given, asked) => {
      const words = readWords(asked);
      const all = highlightAll(given, words);
      expect(all.map((piece) => piece.text).join('')).toBe(given);
      for (const { text: piece } of all.filter(({ isMatch }) => isMatch)) {
        expect(words.some((word) => foldText(piece).includes(word) || word.includes(foldText(piece)))).toBe(true);
      }
      const pieces = highlightFirst(given, words);
      const whole = pieces.map((piece) => piece.text).join('');
      expect(whole.isWellFormed()).toBe(true);
      expect(given.replace(/\s+/g, ' ')).toContain(whole.replace(/^…|…$/g, ''));
      expect(pieces.some(({ isMatch }) => isMatch)).toBe(all.some(({ isMatch }) => isMatch));
    }),
    { numRuns: 500 },
  );
});

test('words cut off by the end are not highlighted', () => {
  for (let length = 0; length < 60; length += 1) {
    const text = `stream ${'x'.repeat(length % 20)} ${'and more '.repeat(10 + length / 9)}streams2 streams2 ${'follow '.repeat(20)}`;
    const matches = shown(text, 'stream').filter(({ isMatch }) => isMatch);
    expect(matches.map((piece) => piece.text)).toEqual(matches.map(() => 'stream'));
    expect(shown(text, 'stream').at(-2)?.text).toMatch(/(?:^|[ ])(?:and|more|stream|streams2|x*|follow|s2)$/);
    const dense = shown(`版木版画${'に'.repeat(100 + length)}版木版画${'と'.repeat(100)}`, '版木版画');
    expect(new Set(dense.filter(({ isMatch }) => isMatch).map((piece) => piece.text))).toEqual(new Set(['版木版画']));
  }
});

test('match longer than the snippet is highlighted until the end', () => {
  const text = `版${'\u0301'.repeat(300)}木`;
  expect(shown(text, '版\u0301').map(({ isMatch }) => isMatch)).toEqual([true, false]);
});

test.each(['ㄴ', 'ㅏ', 'ㄴ\u0301\u0316', '\u0301', 'ﾞ'])('highlighting a run of %j takes linear time', (letters) => {
  const highlight = (length: number) => {
    const text = `${'a '.repeat(1750)}${letters.repeat(length / letters.length)}`;
    const pieces = highlightFirst(text, readWords(letters === 'ㅏ' ? 'ㅏ' : 'ㄴ'));
    expect(pieces.map((piece) => piece.text).join('').length).toBeLessThan(165);
  };
  expect(cpuGrowth(highlight, 60_000)).toBeLessThan(MAX_LINEAR_GROWTH);
});
