import { expect, test } from 'vitest';
import { nothingChosen, wishOf } from './choice.ts';

test('action without options is complete at once', () => {
  expect(wishOf('publish', nothingChosen)).toEqual({ action: 'publish' });
});

test('moves posts to a category or out of all', () => {
  expect(wishOf('move', nothingChosen)).toBeUndefined();
  expect(wishOf('move', { ...nothingChosen, category: '' })).toEqual({ action: 'move', category: '' });
});

test('includes the tag being typed', () => {
  expect(wishOf('tag', nothingChosen)).toBeUndefined();
  const choice = { ...nothingChosen, tags: ['edo'], typedTag: ' 東京 ' };
  expect(wishOf('untag', choice)).toEqual({ action: 'untag', tags: ['edo', '東京'] });
});

test("group action needs the group's posts", () => {
  const held = new Set(['p1']);
  expect(wishOf('group', { ...nothingChosen, group: 'series' })).toBeUndefined();
  expect(wishOf('group', { ...nothingChosen, group: 'series', held })).toEqual({
    action: 'group',
    group: 'series',
    held,
  });
});
