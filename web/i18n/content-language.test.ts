import { expect, test } from 'vitest';
import { contentLanguage } from './content-language.ts';

test.each([
  '瓦版',
  'はじめに',
  'サービス',
  'React Server Components の紹介',
  'React 19 が npm で利用可能になりました！',
  'React ブログ',
  'Node.js 入門',
])('%s is Japanese', (text) => {
  expect(contentLanguage(text)).toBe('ja');
});

test.each([
  'Node.js 22 is now available!',
  'Café olé',
  'What the word 瓦版 once meant',
  `The particle の joins two nouns, ${'as every textbook of the language explains. '.repeat(3)}`,
  'Node.js Collaborator Summit 東京',
])('%s is English', (text) => {
  expect(contentLanguage(text)).toBe('en');
});

test.each(['', '2026', '— … 🎉', '!?'])('%s has no language of its own', (text) => {
  expect(contentLanguage(text)).toBeUndefined();
});

test('a title of many foreign words is Japanese among Japanese, and one without any Japanese is not', () => {
  expect(contentLanguage('React Foundation 設立')).toBe('en');
  expect(contentLanguage('React Foundation 設立', 'ja')).toBe('ja');
  expect(contentLanguage('React v19', 'ja')).toBe('en');
});

test('a long text is judged by its beginning', () => {
  expect(contentLanguage(`${'word '.repeat(1000)}${'日本語'.repeat(10_000)}`)).toBe('en');
});
