import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dateSlug, slugOfTitle } from './propose-slug.ts';

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

test.for<[string, string]>([
  ['What’s new in “Kawaraban” 2.0?', 'whats-new-in-kawaraban-2-0'],
  ['Café Señor', 'cafe-senor'],
  ['Straße nach Łódź, Ærø', 'strasse-nach-lodz-aero'],
  ['İstanbul ışıkları', 'istanbul-isiklari'],
  ['ＫＡＷＡＲＡＢＡＮ　２０２６', 'kawaraban-2026'],
  ['Kawaraban™ ﬁrst ①', 'kawaraban-first-1'],
  ['🎉 Release party 🎉', 'release-party'],
  ['2026', '2026'],
])('title %s becomes %s', ([title, slug]) => {
  expect(slugOfTitle(title)).toBe(slug);
});

test.for<[string, string]>([
  ['Next.js 16 と React 20', 'next-js-16-react-20'],
  ['iPhone と Android の違い', 'iphone-android'],
  ['Kawaraban Server 入門', 'kawaraban-server'],
])('mostly Latin title keeps its Latin words: %s', ([title, slug]) => {
  expect(slugOfTitle(title)).toBe(slug);
});

test.for([
  '瓦版について',
  'ひらがなだけの題',
  'カタカナ ダケ',
  'がぎぐげご',
  'Kawaraban の歩き方',
  '2026年11月21日の日記',
  'Tシャツの作り方 for beginners',
  'ビタミンC and other vitamins',
  'DIY で作る本棚の作り方と道具の選び方 vol 2',
  'アクセシビリティ a11y guide 入門の入門',
  'Привет',
  'Ελληνικά γράμματα',
  '한국어 제목',
  '北京 News',
  '',
  '!?',
  '🎉',
  'a'.repeat(61),
])('mostly non-Latin title makes no slug: %s', (title) => {
  expect(slugOfTitle(title)).toBeUndefined();
});

test('long title is cut between words', () => {
  const slug = slugOfTitle('word '.repeat(40));
  expect(slug).toMatch(/^(word-)+word$/);
  expect(slug?.length).toBeLessThanOrEqual(60);
});

test('slug of any title is valid and short', () => {
  const scripts = fc.constantFrom(...'aZ0-_ .é瓦版のガーｶﾞＡ１１㈱½ⅷΩжع한🎉’&');
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: scripts }), fc.string({ unit: 'binary' })), (title) => {
      const slug = slugOfTitle(title);
      if (slug === undefined) return;
      expect(slug.length).toBeLessThanOrEqual(60);
      expect(slug).toMatch(/^[0-9a-z]+(-[0-9a-z]+)*$/);
    }),
  );
});
