import { expect, test } from 'vitest';
import { differingLiterals } from './differing-literals.ts';

const block = (text: string, literals: string[] = [], kind = 'paragraph') => ({ kind, text, literals });
const numbersIn = (original: string, translation: string) => {
  const { onlyInOriginal, onlyInTranslation } = differingLiterals(block(original), block(translation));
  return [onlyInOriginal, onlyInTranslation];
};

test.each([
  ['On March 5, 2026, 1,200 sheets', '2026年3月5日に1200枚'],
  ['The 5 Mar edition', '3月5日号'],
  ['Ten thousand is 10,000', '１万'],
  ['A town of 1.2 million', '120万人の町'],
  ['See https://example.com/2026/11', 'https://example.com/2026/12 を参照'],
  ['You may go in 5 minutes', '5分で行けます'],
])('%s has the numbers of %s', (original, translation) => {
  expect(numbersIn(original, translation)).toEqual([[], []]);
});

test('a differing number is reported on both sides', () => {
  expect(numbersIn('Open from 9 to 17', '10時から17時まで')).toEqual([['9'], ['10']]);
});

test('a differing address or inline code is reported', () => {
  const original = block('Run npm start', ['npm start', 'https://a.example']);
  const translation = block('npm stopを実行', ['npm stop', 'https://a.example']);
  expect(differingLiterals(original, translation)).toEqual({
    onlyInOriginal: ['npm start'],
    onlyInTranslation: ['npm stop'],
  });
});

test('lines of code are compared as a whole', () => {
  const result = differingLiterals(block('a = 1\nb = 2', [], 'code'), block('a = 1\nb = 3', [], 'code'));
  expect(result).toEqual({ onlyInOriginal: ['b = 2'], onlyInTranslation: ['b = 3'] });
});
