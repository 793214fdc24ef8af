import { expect, test } from 'vitest';
import { apiKeyErrors, expiryOf, newApiKeyValues, toNewApiKey } from './api-key-form.tsx';

const now = new Date('2026-11-21T12:00:00Z');
const values = { ...newApiKeyValues, label: ' Build ', serviceIds: ['news'] };

test('key expires after the chosen days, or never', () => {
  expect(expiryOf({ end: '30', day: '' }, now)).toBe('2026-12-21T12:00:00Z');
  expect(expiryOf({ end: 'never', day: '2020-01-01' }, now)).toBeNull();
});

test('key expires at the end of its last local day', () => {
  const expiry = expiryOf({ end: 'day', day: '2026-12-31' }, now);
  expect(Date.parse(expiry ?? '')).toBe(new Date(2027, 0, 1).getTime());
});

test.for(['', '2026-11-19', '2026-13-01', 'tomorrow', '12026-01-01'])('%j is not a future day', (day) => {
  expect(expiryOf({ end: 'day', day }, now)).toBeUndefined();
  expect(apiKeyErrors({ ...values, end: 'day', day }, now)).toEqual({ day: 'apiKeys.error.day' });
});

test('label and service are required', () => {
  expect(apiKeyErrors(values, now)).toEqual({});
  expect(apiKeyErrors(newApiKeyValues, now)).toEqual({ label: 'rule.required', serviceIds: 'apiKeys.error.services' });
  const many = Array.from({ length: 101 }, (_, index) => `s${index}`);
  expect(apiKeyErrors({ ...values, label: 'x'.repeat(101), serviceIds: many }, now)).toEqual({
    label: 'apiKeys.error.label',
    serviceIds: 'apiKeys.error.tooManyServices',
  });
});

test('request contains the trimmed label', () => {
  expect(toNewApiKey({ ...values, end: 'never' }, now)).toEqual({
    label: 'Build',
    may: 'read',
    serviceIds: ['news'],
    expiresAt: null,
  });
});
