import { expect, test } from 'vitest';
import { fileIdsIn } from './file-references.ts';

const id = (number: number) => `01hzx3w7gg8hh9jj0kk1${String(number).padStart(6, '0')}`;

test.for([
  ['root-relative', `![](/media/news/images/${id(1)}/800x800.jpg)`, [id(1)]],
  ['absolute', `<img src="https://media.example.org/news/images/${id(1)}/raw.png?v=2">`, [id(1)]],
  [
    'in one of its sizes',
    `<img srcset="/media/news/images/${id(1)}/1x1.png 1x, /media/news/images/${id(2)}/2x2.png 2x">`,
    [id(1), id(2)],
  ],
  ['a document', `[Paper](/media/news/docs/${id(3)}.pdf)`, [id(3)]],
  [
    'in JSON that escapes slashes',
    JSON.stringify({ src: `/media/news/images/${id(1)}/raw.png` }).replaceAll('/', '\\/'),
    [id(1)],
  ],
  ['twice', `/news/images/${id(1)}/a.png /news/docs/${id(1)}.pdf`, [id(1)]],
  ['of another service', `/media/other/images/${id(1)}/raw.png /media/old-news/images/${id(1)}/raw.png`, []],
  [
    'of no file',
    `/media/news/images/${id(1)}0/raw.png /media/news/images/${id(1).slice(1)}/raw.png /news/${id(1)}`,
    [],
  ],
  ['in no text', '', []],
] as const)('finds a media address %s', ([, text, expected]) => {
  expect(fileIdsIn(text, 'news')).toEqual(expected);
});

test('matches service ids literally', () => {
  expect(fileIdsIn(`/a.b/images/${id(1)}/raw.png /axb/images/${id(2)}/raw.png`, 'a.b')).toEqual([id(1)]);
});

test('reads a long text quickly and returns limited ids', () => {
  const started = performance.now();
  expect(fileIdsIn('/news/images/'.repeat(80_000), 'news')).toEqual([]);
  expect(fileIdsIn('\\/news'.repeat(160_000), 'news')).toEqual([]);
  const many = Array.from({ length: 20_000 }, (_, number) => `/news/images/${id(number)}/raw.png`).join(' ');
  expect(fileIdsIn(many, 'news')).toHaveLength(1000);
  expect(performance.now() - started).toBeLessThan(1000);
});
