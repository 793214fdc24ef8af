import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { effectiveTime, fromLocalInput, isFuture, toLocalInput } from './local-time.ts';

const zoneBefore = process.env.TZ;

function inZone(zone: string): void {
  beforeEach(() => {
    process.env.TZ = zone;
  });
  afterEach(() => {
    if (zoneBefore === undefined) delete process.env.TZ;
    else process.env.TZ = zoneBefore;
  });
}

describe('in Tokyo', () => {
  inZone('Asia/Tokyo');

  test('an instant is shown nine hours later and read back', () => {
    expect(toLocalInput('2026-11-20T16:07:00Z')).toBe('2026-11-21T01:07');
    expect(fromLocalInput('2026-11-21T01:07')).toBe('2026-11-20T16:07:00Z');
  });

  test('seconds that a browser adds are kept', () => {
    expect(fromLocalInput('2026-11-21T01:07:30')).toBe('2026-11-20T16:07:30Z');
  });
});

describe('in Kathmandu, 5 hours and 45 minutes ahead', () => {
  inZone('Asia/Kathmandu');

  test('an instant is shown and read back', () => {
    expect(toLocalInput('2026-11-20T16:10:00Z')).toBe('2026-11-20T21:55');
    expect(fromLocalInput('2026-11-20T21:55')).toBe('2026-11-20T16:10:00Z');
  });
});

describe('in New York', () => {
  inZone('America/New_York');

  test('summer and winter have their own offset', () => {
    expect(fromLocalInput('2026-07-01T12:00')).toBe('2026-07-01T16:00:00Z');
    expect(fromLocalInput('2026-12-01T12:00')).toBe('2026-12-01T17:00:00Z');
  });

  test('an hour that is skipped in spring is the one after it', () => {
    expect(fromLocalInput('2026-03-08T02:30')).toBe('2026-03-08T07:30:00Z');
    expect(toLocalInput('2026-03-08T07:30:00Z')).toBe('2026-03-08T03:30');
  });

  test('an hour that comes twice in autumn is the first of the two', () => {
    expect(fromLocalInput('2026-11-01T01:30')).toBe('2026-11-01T05:30:00Z');
    expect(toLocalInput('2026-11-01T05:30:00Z')).toBe('2026-11-01T01:30');
    expect(toLocalInput('2026-11-01T06:30:00Z')).toBe('2026-11-01T01:30');
  });
});

test('no time is an empty input, and what is no time is none', () => {
  expect(toLocalInput(null)).toBe('');
  for (const value of ['', '2026-11-21', 'tomorrow', '2026-13-41T99:99']) expect(fromLocalInput(value)).toBeNull();
});

const now = new Date('2026-11-21T10:00:30Z');

test('a time in the future goes live at the next ten minutes', () => {
  expect(effectiveTime('2026-11-21T10:07:00Z', now)).toBe('2026-11-21T10:10:00Z');
  expect(effectiveTime('2026-11-21T10:10:00Z', now)).toBe('2026-11-21T10:10:00Z');
  expect(effectiveTime('2026-11-21T23:55:01Z', now)).toBe('2026-11-22T00:00:00Z');
});

test('a time that has come stays as it is', () => {
  expect(effectiveTime('2026-11-21T10:00:30Z', now)).toBe('2026-11-21T10:00:30Z');
  expect(isFuture('2026-11-21T10:00:30Z', now)).toBe(false);
  expect(isFuture('2026-11-21T10:00:31Z', now)).toBe(true);
});
