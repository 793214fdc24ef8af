import { expect, test } from 'vitest';
import { periodsUpTo } from './day-bounds.ts';

const now = new Date('2026-11-21T16:30:00Z');

test('days follow the time zone', () => {
  const [yesterday, today] = periodsUpTo(now, { days: 2, stretchDays: 1, timeZone: 'Asia/Tokyo' });
  expect(yesterday).toEqual({ from: '2026-11-21', begins: '2026-11-20T15:00:00Z', ends: '2026-11-21T15:00:00Z' });
  expect(today).toEqual({ from: '2026-11-22', begins: '2026-11-21T15:00:00Z', ends: '2026-11-22T15:00:00Z' });
});

test('day with 25 hours counts once and none is skipped', () => {
  const days = periodsUpTo(now, { days: 90, stretchDays: 1, timeZone: 'Europe/Berlin' });
  expect(days).toHaveLength(90);
  const long = days.find(({ from }) => from === '2026-10-25');
  expect(long).toEqual({ from: '2026-10-25', begins: '2026-10-24T22:00:00Z', ends: '2026-10-25T23:00:00Z' });
  for (const [index, day] of days.slice(1).entries()) expect(day.begins).toBe(days[index]?.ends);
});

test.each([
  ['America/Havana', '2026-03-08', '2026-03-08T05:00:00Z', '2026-03-09T04:00:00Z'],
  ['America/Havana', '2026-11-01', '2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z'],
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00Z', '2026-09-07T03:00:00Z'],
  ['America/Santiago', '2026-04-05', '2026-04-05T04:00:00Z', '2026-04-06T04:00:00Z'],
  ['Atlantic/Azores', '2026-03-29', '2026-03-29T01:00:00Z', '2026-03-30T00:00:00Z'],
  ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00Z', '2011-12-31T10:00:00Z'],
])('without unique midnight in %s, %s starts at first instant', (timeZone, from, begins, ends) => {
  const after = new Date(Date.parse(ends) + 60 * 60_000);
  const days = periodsUpTo(after, { days: 7, stretchDays: 1, timeZone });
  expect(days.find((day) => day.from === from)).toEqual({ from, begins, ends });
  for (const [index, day] of days.slice(1).entries()) expect(day.begins).toBe(days[index]?.ends);
});

test('year is split into weeks ending today', () => {
  const weeks = periodsUpTo(now, { days: 365, stretchDays: 7, timeZone: 'UTC' });
  expect(weeks).toHaveLength(53);
  expect(weeks.at(-1)).toEqual({ from: '2026-11-15', begins: '2026-11-15T00:00:00Z', ends: '2026-11-22T00:00:00Z' });
});
