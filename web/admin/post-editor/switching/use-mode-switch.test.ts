import { expect, test } from 'vitest';
import type { EditorMode } from '#contract/posts.ts';
import { type FormerText, formerTextsAfter } from './use-mode-switch.ts';

const written = (mode: EditorMode, text: string): FormerText => ({ mode, text });
const first = written('markdown', '**One**');
const second = written('richText', '<p><strong>One</strong> and more</p>');
const third = written('text', 'One and more and most');

test('keeps a replaced text and drops a restored one', () => {
  expect(formerTextsAfter([], { replaced: first, now: second })).toEqual([first]);
  expect(formerTextsAfter([first], { replaced: second, now: third })).toEqual([first, second]);
  expect(formerTextsAfter([first], { replaced: second, now: first })).toEqual([second]);
});

test('keeps no duplicates and no generated texts', () => {
  expect(formerTextsAfter([first, second], { replaced: first, now: third })).toEqual([first, second]);
  expect(formerTextsAfter([first], { replaced: undefined, now: third })).toEqual([first]);
  expect(formerTextsAfter([first], { replaced: { ...first, mode: 'text' }, now: third })).toHaveLength(2);
});

test('keeps the first text and the newest ones', () => {
  const fourth = written('json', '"One"');
  const all = formerTextsAfter([first, second, third], { replaced: fourth, now: written('markdown', 'Now') });
  expect(all).toEqual([first, third, fourth]);
});
