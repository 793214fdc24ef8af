import { expect, test } from 'vitest';
import { cpuGrowth, MAX_LINEAR_GROWTH } from '#testing/cpu-growth.ts';
import { fileIdsIn } from './used-files.ts';

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

test.each(['/news/images/', '\\/news'])('reading a run of %j takes linear time', (part) => {
  const read = (count: number) => expect(fileIdsIn(part.repeat(count), 'news')).toEqual([]);
  expect(cpuGrowth(read, 20_000)).toBeLessThan(MAX_LINEAR_GROWTH);
});

test('returns at most 1,000 ids', () => {
  const many = Array.from({ length: 20_000 }, (_, number) => `/news/images/${id(number)}/raw.png`).join(' ');
  expect(fileIdsIn(many, 'news')).toHaveLength(1000);
});
