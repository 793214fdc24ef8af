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

describe('Tokyo', () => {
  inZone('Asia/Tokyo');

  test('shifts an instant by nine hours and back', () => {
    expect(toLocalInput('2026-11-20T16:07:00Z')).toBe('2026-11-21T01:07');
    expect(fromLocalInput('2026-11-21T01:07')).toBe('2026-11-20T16:07:00Z');
  });

  test('keeps seconds that a browser adds', () => {
    expect(fromLocalInput('2026-11-21T01:07:30')).toBe('2026-11-20T16:07:30Z');
  });
});

describe('Kathmandu, UTC+05:45', () => {
  inZone('Asia/Kathmandu');

  test('converts an instant and back', () => {
    expect(toLocalInput('2026-11-20T16:10:00Z')).toBe('2026-11-20T21:55');
    expect(fromLocalInput('2026-11-20T21:55')).toBe('2026-11-20T16:10:00Z');
  });
});

describe('New York', () => {
  inZone('America/New_York');

  test('applies summer and winter offsets', () => {
    expect(fromLocalInput('2026-07-01T12:00')).toBe('2026-07-01T16:00:00Z');
    expect(fromLocalInput('2026-12-01T12:00')).toBe('2026-12-01T17:00:00Z');
  });

  test('moves an hour skipped in spring forward', () => {
    expect(fromLocalInput('2026-03-08T02:30')).toBe('2026-03-08T07:30:00Z');
    expect(toLocalInput('2026-03-08T07:30:00Z')).toBe('2026-03-08T03:30');
  });

  test('reads a repeated autumn hour as the first one', () => {
    expect(fromLocalInput('2026-11-01T01:30')).toBe('2026-11-01T05:30:00Z');
    expect(toLocalInput('2026-11-01T05:30:00Z')).toBe('2026-11-01T01:30');
    expect(toLocalInput('2026-11-01T06:30:00Z')).toBe('2026-11-01T01:30');
  });
});

test('maps null to empty input, invalid times to null', () => {
  expect(toLocalInput(null)).toBe('');
  for (const value of ['', '2026-11-21', 'tomorrow', '2026-13-41T99:99']) expect(fromLocalInput(value)).toBeNull();
});

const now = new Date('2026-11-21T10:00:30Z');

test('future time goes live at the next ten minutes', () => {
  expect(effectiveTime('2026-11-21T10:07:00Z', now)).toBe('2026-11-21T10:10:00Z');
  expect(effectiveTime('2026-11-21T10:10:00Z', now)).toBe('2026-11-21T10:10:00Z');
  expect(effectiveTime('2026-11-21T23:55:01Z', now)).toBe('2026-11-22T00:00:00Z');
});

test('past time stays unchanged', () => {
  expect(effectiveTime('2026-11-21T10:00:30Z', now)).toBe('2026-11-21T10:00:30Z');
  expect(isFuture('2026-11-21T10:00:30Z', now)).toBe(false);
  expect(isFuture('2026-11-21T10:00:31Z', now)).toBe(true);
});
