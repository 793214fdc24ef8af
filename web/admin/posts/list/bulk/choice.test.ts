import { expect, test } from 'vitest';
import { nothingChosen, wishOf } from './choice.ts';

test('what needs nothing more can be done at once', () => {
  expect(wishOf('publish', nothingChosen)).toEqual({ action: 'publish' });
});

test('posts move to a category that is chosen, or out of all', () => {
  expect(wishOf('move', nothingChosen)).toBeUndefined();
  expect(wishOf('move', { ...nothingChosen, category: '' })).toEqual({ action: 'move', category: '' });
});

test('a tag that is typed and not ended yet counts', () => {
  expect(wishOf('tag', nothingChosen)).toBeUndefined();
  const choice = { ...nothingChosen, tags: ['edo'], typedTag: ' 東京 ' };
  expect(wishOf('untag', choice)).toEqual({ action: 'untag', tags: ['edo', '東京'] });
});

test('a group must be known with its posts', () => {
  const held = new Set(['p1']);
  expect(wishOf('group', { ...nothingChosen, group: 'series' })).toBeUndefined();
  expect(wishOf('group', { ...nothingChosen, group: 'series', held })).toEqual({
    action: 'group',
    group: 'series',
    held,
  });
});
