import { expect, test } from 'vitest';
import { isAllowedPostSlug, RESERVED_POST_SLUGS } from './slugs.ts';

test.for(['first-note', 'First_Note', '2026', 'a'.repeat(128)])('isAllowedPostSlug accepts %s', (slug) => {
  expect(isAllowedPostSlug(slug)).toBe(true);
});

test.for(['', 'a b', 'a.b', 'あ', 'a/b', 'a'.repeat(129), '01hzx3v9d0q8e7m2k4n6p8r1st'])(
  'isAllowedPostSlug rejects %s',
  (slug) => {
    expect(isAllowedPostSlug(slug)).toBe(false);
  },
);

test('isAllowedPostSlug rejects reserved words in any case', () => {
  expect(
    ['slug', 'groups', 'search', 'feed', 'rss', 'atom.xml', 'feed.json', 'create'].filter(
      (word) => !RESERVED_POST_SLUGS.has(word),
    ),
  ).toEqual([]);
  for (const word of RESERVED_POST_SLUGS) {
    expect(isAllowedPostSlug(word)).toBe(false);
    expect(isAllowedPostSlug(word.toUpperCase())).toBe(false);
  }
});
