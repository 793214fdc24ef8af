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
])('detects Japanese in %s', (text) => {
  expect(contentLanguage(text)).toBe('ja');
});

test.each([
  'Node.js 22 is now available!',
  'Café olé',
  'What the word 瓦版 once meant',
  `The particle の joins two nouns, ${'as every textbook of the language explains. '.repeat(3)}`,
  'Node.js Collaborator Summit 東京',
])('detects English in %s', (text) => {
  expect(contentLanguage(text)).toBe('en');
});

test.each(['', '2026', '— … 🎉', '!?'])('returns undefined for %s', (text) => {
  expect(contentLanguage(text)).toBeUndefined();
});

test('mixed titles count as Japanese among Japanese text', () => {
  expect(contentLanguage('React Foundation 設立')).toBe('en');
  expect(contentLanguage('React Foundation 設立', 'ja')).toBe('ja');
  expect(contentLanguage('React v19', 'ja')).toBe('en');
});

test('detection looks at the beginning of long texts only', () => {
  expect(contentLanguage(`${'word '.repeat(1000)}${'日本語'.repeat(10_000)}`)).toBe('en');
});
