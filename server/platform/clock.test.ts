import { expect, test } from 'vitest';
import { isTimeZone } from './clock.ts';

test('recognizes valid time zones', () => {
  expect(['UTC', 'Asia/Tokyo', 'America/New_York', '+09:00'].map(isTimeZone)).toEqual([true, true, true, true]);
  expect(['', 'Tokyo', '../etc', 'Asia/Tokyo;', '瓦版'].map(isTimeZone)).toEqual([false, false, false, false, false]);
});

test.each([
  ['Asia/Kathmandu', true],
  ['UTC', true],
  ['Mars/Olympus', false],
  ['', false],
])('%s is a time zone: %s', (name, isOne) => {
  expect(isTimeZone(name)).toBe(isOne);
});
