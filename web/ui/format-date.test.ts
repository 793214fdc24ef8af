import { expect, test } from 'vitest';
import { formatDate } from './format-date.ts';

test('a date is written in the language of the reader', () => {
  const instant = '2026-11-21T04:43:00Z';
  expect(formatDate(instant, { locale: 'en-US', timeZone: 'UTC' })).toBe('November 21, 2026');
  expect(formatDate(instant, { locale: 'ja-JP', timeZone: 'UTC' })).toBe('2026年11月21日');
});

test('an instant late in the UTC day is already tomorrow in Tokyo', () => {
  const instant = '2026-11-21T20:00:00Z';
  expect(formatDate(instant, { locale: 'en-US', timeZone: 'UTC' })).toBe('November 21, 2026');
  expect(formatDate(instant, { locale: 'en-US', timeZone: 'Asia/Tokyo' })).toBe('November 22, 2026');
});

test('a time comes with its zone and with plain spaces', () => {
  const form = { timeZone: 'UTC', withTime: true };
  expect(formatDate('2026-11-21T16:05:00Z', { locale: 'en-US', ...form })).toBe('November 21, 2026 at 4:05 PM UTC');
  expect(formatDate('2026-11-21T16:05:00Z', { locale: 'ja-JP', ...form })).toBe('2026年11月21日 16:05 UTC');
});

test('a time is told to the second where that is asked for', () => {
  const form = { timeZone: 'UTC', withTime: true, withSeconds: true, isShort: true };
  expect(formatDate('2026-11-21T16:05:09Z', { locale: 'en-US', ...form })).toBe('Nov 21, 2026, 4:05:09 PM UTC');
  expect(formatDate('2026-11-21T16:05:09Z', { locale: 'ja-JP', ...form })).toBe('2026年11月21日 16:05:09 UTC');
});

test('in a column the month is cut short', () => {
  const form = { timeZone: 'UTC', withTime: true, isShort: true };
  expect(formatDate('2026-11-21T16:05:00Z', { locale: 'en-US', ...form })).toBe('Nov 21, 2026, 4:05 PM UTC');
  expect(formatDate('2026-11-21T16:05:00Z', { locale: 'ja-JP', ...form })).toBe('2026年11月21日 16:05 UTC');
});
