import { expect, test } from 'vitest';
import type { AdminPostRow } from '#contract/admin-posts.ts';
import { type BulkRequest, countChanges, nothingChosen, requestOf, summarise, toBulkChange } from './bulk-summary.ts';

const now = '2026-11-22T05:00:00Z';
const draft = given({ postId: 'draft' });
const due = given({ postId: 'due', publishAt: '2026-11-23T05:00:00Z' });
const live = given({ postId: 'live', status: 'published', categorySlug: 'events' });
const reserved = given({ postId: 'reserved', status: 'reserved', tags: [tag('東京')] });
const all = [draft, due, live, reserved];

function outcomesOf(requested: BulkRequest): Record<string, string[]> {
  const summary = summarise(all, requested, now);
  return Object.fromEntries([...summary].map(([outcome, posts]) => [outcome, posts.map(({ postId }) => postId)]));
}

test.for<[BulkRequest, Record<string, string[]>]>([
  [{ action: 'publish' }, { published: ['draft'], reserved: ['due'], same: ['live', 'reserved'] }],
  [{ action: 'unpublish' }, { unpublished: ['live', 'reserved'], same: ['draft', 'due'] }],
  [{ action: 'delete' }, { deleted: ['draft', 'due', 'live', 'reserved'] }],
  [
    { action: 'move', category: 'events' },
    { moved: ['draft', 'due', 'reserved'], same: ['live'] },
  ],
  [
    { action: 'move', category: '' },
    { moved: ['live'], same: ['draft', 'due', 'reserved'] },
  ],
  [
    { action: 'tag', tags: ['東京'] },
    { tagged: ['draft', 'due', 'live'], same: ['reserved'] },
  ],
  [
    { action: 'untag', tags: ['東京', 'edo'] },
    { untagged: ['reserved'], same: ['draft', 'due', 'live'] },
  ],
  [
    { action: 'group', group: 'series', memberIds: new Set(['due']) },
    { grouped: ['draft', 'live', 'reserved'], same: ['due'] },
  ],
  [
    { action: 'ungroup', group: 'series', memberIds: new Set(['due']) },
    { ungrouped: ['due'], same: ['draft', 'live', 'reserved'] },
  ],
])('%j groups posts by outcome', ([requested, expected]) => {
  expect(outcomesOf(requested)).toEqual(expected);
});

test('post with too many tags is reported and not counted', () => {
  const full = given({ postId: 'full', tags: Array.from({ length: 30 }, (_, index) => tag(`tag ${index}`)) });
  const summary = summarise([full, draft], { action: 'tag', tags: ['one more'] }, now);
  expect([...summary.keys()]).toEqual(['tagged', 'tooManyTags']);
  expect(countChanges(summary)).toBe(1);
});

test('converts a change to the API request', () => {
  expect(toBulkChange({ action: 'tag', tags: ['a'] }, ['x'])).toEqual({
    action: 'tag',
    tags: [{ label: 'a' }],
    postIds: ['x'],
  });
  const group = { action: 'ungroup', group: 'series', memberIds: new Set<string>() } as const;
  expect(toBulkChange(group, ['x'])).toEqual({ action: 'ungroup', group: 'series', postIds: ['x'] });
});

function tag(label: string) {
  return { tagId: label, label, serviceId: 'news' };
}

function given(row: Partial<AdminPostRow>): AdminPostRow {
  const plain = { status: 'draft', publishAt: null, categorySlug: null, tags: [] as AdminPostRow['tags'] };
  return { ...plain, ...row } as AdminPostRow;
}

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
