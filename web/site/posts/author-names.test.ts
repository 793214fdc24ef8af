import { expect, test } from 'vitest';
import { authorNames } from './json-ld.ts';

test.for([
  ['Hana Sato', ['Hana Sato']],
  ['Hana Sato and Ken Mori', ['Hana Sato', 'Ken Mori']],
  ['Hana Sato, Ken Mori, and Anders Berg', ['Hana Sato', 'Ken Mori', 'Anders Berg']],
  ['Hana Sato, Ken Mori', ['Hana Sato', 'Ken Mori']],
  ['Hana (@hana) & Ken (@ken)', ['Hana (@hana)', 'Ken (@ken)']],
  ['山田花子、鈴木健', ['山田花子', '鈴木健']],
  ['山田花子・鈴木健', ['山田花子', '鈴木健']],
  ['山田 花子, 鈴木 健', ['山田 花子', '鈴木 健']],
  ['山田花子,鈴木健', ['山田花子', '鈴木健']],
  ['Hana、Hana', ['Hana']],
] as const)('%s are split into names', ([author, names]) => {
  expect(authorNames(author)).toEqual(names);
});

test.for([
  'レオナルド・ダ・ヴィンチ',
  'ジョン・スミス',
  'Hokusai, Katsushika',
  'Martin Luther King, Jr.',
  'Kawaraban, Inc.',
  'Anderson',
  'Rosalind Sandhu',
  'AT&T',
])('%s is one name', (author) => {
  expect(authorNames(author)).toEqual([author]);
});

test('separators without names give an empty list', () => {
  expect(authorNames(' , 、; ')).toEqual([]);
  expect(authorNames(`${' '.repeat(100)}a${' ,'.repeat(50)}`)).toEqual(['a']);
});
