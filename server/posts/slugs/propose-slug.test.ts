import { expect, test } from 'vitest';
import { dateSlug } from './propose-slug.ts';

const now = new Date('2026-01-08T22:04:05Z');

test.for<[string, string]>([
  ['yyMMdd', '260108'],
  ['yyyy-MM-dd', '2026-01-08'],
  ['yyyyMMddHHmmss', '20260108220405'],
  ["'summer'-yyMM", 'summer-2601'],
  ['post_yyMMdd', 'post_260108'],
  ['yyyy/MM/dd', '2026-01-08'],
  ['yyyy年MM月', '2026-01'],
])('format %s makes %s', ([format, slug]) => {
  expect(dateSlug(now, { format, timeZone: 'UTC' })).toBe(slug);
});

test.for(['', '---', '年', 'feed', "'tags'", "'abcdefghijklmnopqrstuvwxyz'"])(
  'format without valid slug falls back to default: %s',
  (format) => {
    expect(dateSlug(now, { format, timeZone: 'UTC' })).toBe('260108');
  },
);

test('date slug uses the given time zone', () => {
  expect(dateSlug(now, { format: 'yyMMdd', timeZone: 'Asia/Tokyo' })).toBe('260109');
  expect(dateSlug(new Date('2026-11-20T15:00:00Z'), { format: 'yyMMddHHmm', timeZone: 'Asia/Tokyo' })).toBe(
    '2611210000',
  );
});
