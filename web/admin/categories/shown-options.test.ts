import { expect, test } from 'vitest';
import { type CategoryOption, familyOf, lineageOf, shownOptions } from './category-options.ts';

const option = (path: string, hasChildren = false): CategoryOption => {
  const names = path.split(' / ');
  const slugs = names.map((name) => name.toLowerCase());
  return {
    ...{ value: slugs.at(-1) ?? '', label: path, name: names.at(-1) ?? '', depth: names.length - 1 },
    ...{ parent: slugs.at(-2) ?? '', hasChildren },
  };
};
const options = [
  option('Coast', true),
  option('Coast / Harbour', true),
  option('Coast / Harbour / Pier'),
  option('Coast / 灯台'),
  option('Hills'),
];
const slugs = (unfolded: string[], search = '') =>
  shownOptions(options, new Set(unfolded), search).map(({ value }) => value);

test('shows children of expanded categories only', () => {
  expect(slugs([])).toEqual(['coast', 'hills']);
  expect(slugs(['coast'])).toEqual(['coast', 'harbour', '灯台', 'hills']);
  expect(slugs(['coast', 'harbour'])).toEqual(['coast', 'harbour', 'pier', '灯台', 'hills']);
  expect(slugs(['harbour'])).toEqual(['coast', 'hills']);
});

test('search matches every word in any width and case', () => {
  expect(slugs([], 'pier')).toEqual(['pier']);
  expect(slugs([], 'ＰＩＥＲ')).toEqual(['pier']);
  expect(slugs([], 'coast pier')).toEqual(['pier']);
  expect(slugs([], '灯')).toEqual(['灯台']);
  expect(slugs([], 'nowhere')).toEqual([]);
  expect(slugs(['coast'], '  ')).toEqual(['coast', 'harbour', '灯台', 'hills']);
});

test('returns ancestors and descendants of a category', () => {
  expect(lineageOf(options, 'pier')).toEqual(['pier', 'harbour', 'coast']);
  expect(lineageOf(options, '')).toEqual([]);
  expect([...familyOf(options, 'harbour')]).toEqual(['harbour', 'pier']);
});
