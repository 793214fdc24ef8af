import { expect, test } from 'vitest';
import { isEastAsian, toLetters } from './card-text.ts';
import { costsOfBreaks } from './line-breaks.ts';
import { setText } from './set-text.ts';

function linesOf(title: string, width: number, maxLines: number): string[] {
  const letters = toLetters(title, 400);
  const costs = costsOfBreaks(letters);
  const set = setText(
    letters.map((letter, index) => ({ letter, width: isEastAsian(letter) ? 1 : 0.5, breakCost: costs[index] ?? 0 })),
    width,
    [{ size: 1, maxLines }],
  );
  return set.lines.map(([from, to]) => letters.slice(from, to).join('').trim() + (set.isCut && to < 0 ? '…' : ''));
}

test.for([
  ['コンテンツ管理システムを自分たちの手に取り戻す', 12, ['コンテンツ管理システムを', '自分たちの手に取り戻す']],
  ['組版の規則「禁則処理」を、きちんと守る', 11, ['組版の規則', '「禁則処理」を、', 'きちんと守る']],
  ['新機能とアップグレードのための移行ガイド', 12, ['新機能と', 'アップグレードのための', '移行ガイド']],
  ['2026年11月21日に公開しました', 10, ['2026年11月21日に', '公開しました']],
  ['待って……まだ終わらない', 6, ['待って……まだ', '終わらない']],
] as const)('breaks %s at phrase ends', ([title, width, lines]) => {
  expect(linesOf(title, width, 4)).toEqual(lines);
});

test('balances the lines of an English title', () => {
  expect(linesOf('The quick brown fox jumps over the lazy dog again', 14, 4)).toEqual([
    'The quick brown fox jumps',
    'over the lazy dog again',
  ]);
});

test('follows kinsoku rules at line starts and ends', () => {
  const title = 'これは、「長い」題名です。（とても、とても）長いのです！ですから、ッー々を行の頭に置きません…！';
  for (let width = 8; width < 30; width += 1) {
    const lines = linesOf(title, width, 30);
    expect(lines.join('')).toBe(title);
    for (const line of lines.slice(1)) expect(line, `${width}`).toMatch(/^[^、。」）！ッー々…]/u);
    for (const line of lines) expect(line, `${width}`).toMatch(/[^「（]$/u);
  }
});

test('avoids a single letter on the last line', () => {
  for (const title of ['東京都庁舎見学', 'かわら版の読みかた', '一二三四五六七八九']) {
    const lines = linesOf(title, 8, 3);
    if (lines.length > 1) expect(lines.at(-1)?.length, title).toBeGreaterThan(2);
  }
});

test('breaks unbreakable text and shortens what does not fit', () => {
  const broken = linesOf('x'.repeat(60), 10, 4);
  expect(broken.join('')).toBe('x'.repeat(60));
  const cut = linesOf('あ'.repeat(300), 10, 5);
  expect(cut).toHaveLength(5);
  expect(cut.join('').length).toBe(49);
});

test('splits into graphemes without invisible characters', () => {
  expect(toLetters('  e\u0301\u202E\u200B a\n\tb\uD800 ', 10)).toEqual(['é', ' ', 'a', ' ', 'b']);
  expect(toLetters('', 10)).toEqual([]);
});
