import { expect, test } from 'vitest';
import { toBlocks, type WordRun, wordDiffer } from './word-diff.ts';

const inWords = (runs: readonly WordRun[] | undefined) =>
  runs?.map(({ change, text }) => ({ same: text, removed: `[-${text}-]`, added: `[+${text}+]` })[change]).join('');

test.each([
  ['en', 'A quiet day', 'A loud day', 'A [-quiet-][+loud+] day'],
  ['en', 'One two three', 'One three', 'One [-two -]three'],
  ['en', 'The end', 'The end', 'The end'],
  ['ja', '春の献立をお知らせします', '夏の献立をお知らせします', '[-春の-][+夏の+]献立をお知らせします'],
])('%s: %s → %s', (language, before, after, expected) => {
  expect(inWords(wordDiffer(language)(before, after))).toBe(expected);
});

test('diff contains both versions completely', () => {
  const before = 'Spring menu\n\nSoup, bread and a salad of the season.';
  const after = 'Summer menu\n\nCold soup, and a large salad of the season!';
  const runs = wordDiffer('en')(before, after) ?? [];
  const without = (change: WordRun['change']) => runs.filter((run) => run.change !== change).map(({ text }) => text);
  expect(without('added').join('')).toBe(before);
  expect(without('removed').join('')).toBe(after);
});

test('unrelated texts have no diff', () => {
  expect(
    wordDiffer('en')('Entirely different words stand here', 'Nothing is like anything over there'),
  ).toBeUndefined();
});

test('texts that are too long are not compared', () => {
  const text = (word: string, count: number) => Array.from({ length: count }, () => word).join(' ');
  const shared = text('same', 1000);
  const differ = wordDiffer('en');
  const compare = (count: number) => differ(`${shared} ${text('a', count)}`, `${shared} ${text('b', count)}`);
  expect(compare(500)).toBeDefined();
  // Too many pairs of words at once, then on the page.
  expect(compare(650)).toBeUndefined();
  for (let texts = 0; texts < 4; texts += 1) expect(compare(500)).toBeDefined();
  expect(compare(500)).toBeDefined();
  expect(compare(500)).toBeUndefined();
});

const inEnglish = wordDiffer('en');

test('shows changed lines before and after with a word diff', () => {
  const runs = [
    { change: 'removed', text: 'A quiet day\nIt rained.\n' },
    { change: 'added', text: 'A loud day\nIt rained.\n' },
  ] as const;
  expect(toBlocks(runs, inEnglish)).toEqual([
    {
      kind: 'changed',
      sides: [
        {
          change: 'removed',
          lines: [
            [
              { change: 'same', text: 'A ' },
              { change: 'removed', text: 'quiet' },
              { change: 'same', text: ' day' },
            ],
            [{ change: 'same', text: 'It rained.' }],
          ],
        },
        {
          change: 'added',
          lines: [
            [
              { change: 'same', text: 'A ' },
              { change: 'added', text: 'loud' },
              { change: 'same', text: ' day' },
            ],
            [{ change: 'same', text: 'It rained.' }],
          ],
        },
      ],
    },
  ]);
});

test('folds unchanged lines away from a change', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, index) => `${index + 1}\n`).join('');
  const change = { change: 'added', text: 'new\n' } as const;
  const blocks = toBlocks([{ change: 'same', text: lines(10) }, change, { change: 'same', text: lines(5) }], inEnglish);
  expect(blocks).toEqual([
    { kind: 'folded', text: '1\n2\n3\n4\n5\n6\n7', count: 7 },
    { kind: 'same', text: '8\n9\n10' },
    { kind: 'changed', sides: [{ change: 'added', lines: [[{ change: 'added', text: 'new' }]] }] },
    { kind: 'same', text: '1\n2\n3\n4\n5' },
  ]);
});

test('shows unrelated texts whole, one after the other', () => {
  const runs = [
    { change: 'removed', text: 'Nothing\n' },
    { change: 'added', text: 'Other words' },
  ] as const;
  expect(toBlocks(runs, inEnglish)).toEqual([
    {
      kind: 'changed',
      sides: [
        { change: 'removed', lines: [[{ change: 'removed', text: 'Nothing' }]] },
        { change: 'added', lines: [[{ change: 'added', text: 'Other words' }]] },
      ],
    },
  ]);
});
