import { expect, test } from 'vitest';
import { nothingChosen, requestOf } from './choice.ts';

test('action without options is complete at once', () => {
  expect(requestOf('publish', nothingChosen)).toEqual({ action: 'publish' });
});

test('moves posts to a category or out of all', () => {
  expect(requestOf('move', nothingChosen)).toBeUndefined();
  expect(requestOf('move', { ...nothingChosen, category: '' })).toEqual({ action: 'move', category: '' });
});

test('includes the tag being typed', () => {
  expect(requestOf('tag', nothingChosen)).toBeUndefined();
  const choice = { ...nothingChosen, tags: ['edo'], typedTag: ' 東京 ' };
  expect(requestOf('untag', choice)).toEqual({ action: 'untag', tags: ['edo', '東京'] });
});

test("group action needs the group's posts", () => {
  const memberIds = new Set(['p1']);
  expect(requestOf('group', { ...nothingChosen, group: 'series' })).toBeUndefined();
  expect(requestOf('group', { ...nothingChosen, group: 'series', memberIds })).toEqual({
    action: 'group',
    group: 'series',
    memberIds,
  });
});
