import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CategorySlug, isAllowedPostSlug, MAX_SLUG, RESERVED_POST_SLUGS } from '#contract/slugs.ts';
import { toCategorySlug, toPostSlug } from './derive-slug.ts';

test.for([
  ['hello-world_2', 'hello-world_2'],
  ['a--b', 'a--b'],
  ['v5.0.1', 'v5-0-1'],
  ['Über café!', 'Uber-cafe'],
  ['...x...', 'x'],
  ['a & b -- c', 'a-b-c'],
  ['react-19-の新機能', 'react-19'],
  ['/blog/2024/12/05/react-19/', 'react-19'],
  ['hello%20world', 'hello-world'],
  ['100%', '100'],
  ['Ｆｕｌｌ', 'Full'],
])('%s becomes the slug %s', ([text = '', slug]) => {
  expect(toPostSlug(text, 'seed')).toBe(slug);
});

test('derives a stable slug from the path when empty', () => {
  expect(toPostSlug('新しい記事', 'ja/1.md')).toMatch(/^post-[0-9a-f]{8}$/);
  expect(toPostSlug('新しい記事', 'ja/1.md')).toBe(toPostSlug('別の記事', 'ja/1.md'));
  expect(toPostSlug('', 'ja/1.md')).not.toBe(toPostSlug('', 'ja/2.md'));
});

test('appends a suffix to reserved words and id-like slugs', () => {
  expect(toPostSlug('feed', 's')).toBe('feed-post');
  expect(toPostSlug('Groups', 's')).toBe('Groups-post');
  expect(toPostSlug('01kq3x5v7m9n2b4c6d8f0g1h2j', 's')).toBe('01kq3x5v7m9n2b4c6d8f0g1h2j-post');
});

test('shortens long names without trailing hyphen', () => {
  const slug = toPostSlug(`${'a'.repeat(MAX_SLUG - 1)} b`, 's');
  expect(slug).toBe('a'.repeat(MAX_SLUG - 1));
});

const names = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(...RESERVED_POST_SLUGS, 'root', '%E3', '/', '-', '_'),
  fc.stringMatching(/^[0-9a-z]{26}$/),
);

test('every name yields a valid slug', () => {
  fc.assert(
    fc.property(names, (name) => {
      expect(isAllowedPostSlug(toPostSlug(name, name))).toBe(true);
    }),
  );
});

test('keeps a valid slug', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9a-zA-Z_-]{1,128}$/).filter(isAllowedPostSlug), (slug) => {
      expect(toPostSlug(slug, 'seed')).toBe(slug);
    }),
  );
});

test('every label yields a category slug other than root', () => {
  expect(toCategorySlug('Release Notes')).toBe('release-notes');
  expect(toCategorySlug('a_b')).toBe('a-b');
  expect(toCategorySlug('Root')).toBe('root-category');
  expect(toCategorySlug('お知らせ')).toMatch(/^c-[0-9a-f]{8}$/);
  fc.assert(
    fc.property(names, (label) => {
      const slug = toCategorySlug(label);
      expect(CategorySlug.safeParse(slug).success && slug !== 'root').toBe(true);
    }),
  );
});
