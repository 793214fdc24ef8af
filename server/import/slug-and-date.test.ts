import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CategorySlug, isAllowedPostSlug, MAX_SLUG, RESERVED_POST_SLUGS } from '#contract/slugs.ts';
import { readDate, toCategorySlug, toPostSlug } from './slug-and-date.ts';

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

test.for([
  ['2024-12-05', '2024-12-05T00:00:00.000Z'],
  ['2024/12/05', '2024-12-05T00:00:00.000Z'],
  ['2024.12.5', '2024-12-05T00:00:00.000Z'],
  ['20241205', '2024-12-05T00:00:00.000Z'],
  ['2024-12-05T10:30:15Z', '2024-12-05T10:30:15.000Z'],
  ['2024-12-05T10:30:15.123Z', '2024-12-05T10:30:15.123Z'],
  ['2024-12-05T10:30:15.123456+09:00', '2024-12-05T01:30:15.123Z'],
  ['2024-12-05T10:30', '2024-12-05T10:30:00.000Z'],
  ['2024-12-05 10:00', '2024-12-05T10:00:00.000Z'],
  ['2024-12-05 10:00 +0900', '2024-12-05T01:00:00.000Z'],
  ['2024-12-05 10:00:01 -05', '2024-12-05T15:00:01.000Z'],
  ['2024-12-05 10:00:00 UTC', '2024-12-05T10:00:00.000Z'],
  ['2024/1/2, 3:04 pm', '2024-01-02T15:04:00.000Z'],
  ['2024年12月5日', '2024-12-05T00:00:00.000Z'],
  ['２０２４年１２月５日（木）', '2024-12-05T00:00:00.000Z'],
  ['2024年12月5日 9:05 JST', '2024-12-05T00:05:00.000Z'],
  ['2024年 1月 2日 3時 4分 5秒', '2024-01-02T03:04:05.000Z'],
  ['Dec 5, 2024', '2024-12-05T00:00:00.000Z'],
  ['December 5th 2024', '2024-12-05T00:00:00.000Z'],
  ['Sept. 5, 2024 at 12:00 a.m.', '2024-09-05T00:00:00.000Z'],
  ['5 December 2024 10:00 PST', '2024-12-05T18:00:00.000Z'],
  ['05-Dec-2024', '2024-12-05T00:00:00.000Z'],
  ['Thu, 05 Dec 2024 10:00:00 +0900', '2024-12-05T01:00:00.000Z'],
  ['Thu, 05 Dec 2024 10:00:00 GMT', '2024-12-05T10:00:00.000Z'],
  ['Thu Dec 05 2024 10:00:00 GMT+0900 (Japan Standard Time)', '2024-12-05T01:00:00.000Z'],
  ['Thu Dec  5 10:00:00 UTC 2024', '2024-12-05T10:00:00.000Z'],
  ['1733356800', '2024-12-05T00:00:00.000Z'],
  ['1733356800123', '2024-12-05T00:00:00.123Z'],
  ['0987-03-04', '0987-03-04T00:00:00.000Z'],
])('%s is %s', ([text, instant]) => {
  expect(readDate(text ?? '')?.toISOString()).toBe(instant);
});

test.for([
  '',
  'soon',
  '2024',
  '2024-12',
  '05/12/2024',
  '5.12.24',
  '2024-13-01',
  '2023-02-29',
  '2024-12-05T24:00:00Z',
  '2024-12-05T10:61:00Z',
  '2024-12-05 10:00 +99:00',
  '2024-12-05 10:00 XYZ',
  '2024-12-05 13:00 pm',
  'Septober 5, 2024',
  'Dec 32, 2024',
  '202412051000',
  '0000-01-01',
  '2024-12-05 or so',
])('rejects the ambiguous or invalid date %j', (text) => {
  expect(readDate(text)).toBeUndefined();
});

test('reads back every instant of four-digit years', () => {
  const dates = fc.date({
    min: new Date('0001-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(dates, (date) => {
      expect(readDate(date.toISOString())).toEqual(date);
      const seconds = new Date(Math.floor(date.getTime() / 1000) * 1000);
      expect(readDate(date.toUTCString())).toEqual(seconds);
    }),
  );
});

test('terminates for any input', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      const date = readDate(text);
      expect(date === undefined || !Number.isNaN(date.getTime())).toBe(true);
    }),
  );
});
