import { expect, test } from 'vitest';
import { toBlocks } from './difference-blocks.ts';
import { wordDiffer } from './word-diff.ts';

const inWords = wordDiffer('en');

test('shows changed lines before and after with a word diff', () => {
  const runs = [
    { change: 'removed', text: 'A quiet day\nIt rained.\n' },
    { change: 'added', text: 'A loud day\nIt rained.\n' },
  ] as const;
  expect(toBlocks(runs, inWords)).toEqual([
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
  const blocks = toBlocks([{ change: 'same', text: lines(10) }, change, { change: 'same', text: lines(5) }], inWords);
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
  expect(toBlocks(runs, inWords)).toEqual([
    {
      kind: 'changed',
      sides: [
        { change: 'removed', lines: [[{ change: 'removed', text: 'Nothing' }]] },
        { change: 'added', lines: [[{ change: 'added', text: 'Other words' }]] },
      ],
    },
  ]);
});
