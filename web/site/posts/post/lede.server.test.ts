import { expect, test } from 'vitest';
import { ledeOf } from './lede.server.ts';

const description = '江戸の町で読まれた一枚刷りの新聞、瓦版。その作り方と売られ方を、残された絵から読み解きます。';

test('what an author says of a post stands before it', () => {
  expect(ledeOf({ description, bodyText: '橋の上に人だかりができている。' })).toBe(description);
  expect(ledeOf({ description })).toBe(description);
});

test('a text that begins with its own summary says it once', () => {
  const bodyText = `2026年11月21日\n\n${description.replace('、', '、\n')}もっと読む。`;
  expect(ledeOf({ description, bodyText })).toBe('');
});

test('a summary that comes up late in a text is said before it', () => {
  expect(ledeOf({ description, bodyText: `${'あ'.repeat(1000)}${description}` })).toBe(description);
});

test('without a summary there is nothing to say', () => {
  expect(ledeOf({ bodyText: 'Text' })).toBe('');
});
