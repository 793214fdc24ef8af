import { expect, test } from 'vitest';
import { formatDate } from './date-time.tsx';

test("formats dates in the reader's language", () => {
  const instant = '2026-11-21T04:43:00Z';
  expect(formatDate(instant, { locale: 'en-US', timeZone: 'UTC' })).toBe('November 21, 2026');
  expect(formatDate(instant, { locale: 'ja-JP', timeZone: 'UTC' })).toBe('2026年11月21日');
});

test('dates follow the time zone of the reader', () => {
  const instant = '2026-11-21T20:00:00Z';
  expect(formatDate(instant, { locale: 'en-US', timeZone: 'UTC' })).toBe('November 21, 2026');
  expect(formatDate(instant, { locale: 'en-US', timeZone: 'Asia/Tokyo' })).toBe('November 22, 2026');
});

test('times include the zone and plain spaces', () => {
  const form = { timeZone: 'UTC', withTime: true };
  expect(formatDate('2026-11-21T16:05:00Z', { locale: 'en-US', ...form })).toBe('November 21, 2026 at 4:05 PM UTC');
  expect(formatDate('2026-11-21T16:05:00Z', { locale: 'ja-JP', ...form })).toBe('2026年11月21日 16:05 UTC');
});

test('times include seconds on request', () => {
  const form = { timeZone: 'UTC', withTime: true, withSeconds: true, isShort: true };
  expect(formatDate('2026-11-21T16:05:09Z', { locale: 'en-US', ...form })).toBe('Nov 21, 2026, 4:05:09 PM UTC');
  expect(formatDate('2026-11-21T16:05:09Z', { locale: 'ja-JP', ...form })).toBe('2026年11月21日 16:05:09 UTC');
});

test('short form abbreviates the month', () => {
  const form = { timeZone: 'UTC', withTime: true, isShort: true };
  expect(formatDate('2026-11-21T16:05:00Z', { locale: 'en-US', ...form })).toBe('Nov 21, 2026, 4:05 PM UTC');
  expect(formatDate('2026-11-21T16:05:00Z', { locale: 'ja-JP', ...form })).toBe('2026年11月21日 16:05 UTC');
});
