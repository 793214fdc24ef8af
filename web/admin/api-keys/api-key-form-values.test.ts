import { expect, test } from 'vitest';
import { apiKeyFaults, expiryOf, newApiKeyValues, toNewApiKey } from './api-key-form-values.ts';

const now = new Date('2026-11-21T12:00:00Z');
const values = { ...newApiKeyValues, label: ' Build ', serviceIds: ['news'] };

test('a key ends after the days that were chosen, or never', () => {
  expect(expiryOf({ end: '30', day: '' }, now)).toBe('2026-12-21T12:00:00Z');
  expect(expiryOf({ end: 'never', day: '2020-01-01' }, now)).toBeNull();
});

test('a key with a last day is good until that day is over where its maker is', () => {
  const expiry = expiryOf({ end: 'day', day: '2026-12-31' }, now);
  expect(Date.parse(expiry ?? '')).toBe(new Date(2027, 0, 1).getTime());
});

test.for(['', '2026-11-19', '2026-13-01', 'tomorrow', '12026-01-01'])('%j is no day to come', (day) => {
  expect(expiryOf({ end: 'day', day }, now)).toBeUndefined();
  expect(apiKeyFaults({ ...values, end: 'day', day }, now)).toEqual({ day: 'apiKeys.fault.day' });
});

test('a label and a service are needed', () => {
  expect(apiKeyFaults(values, now)).toEqual({});
  expect(apiKeyFaults(newApiKeyValues, now)).toEqual({ label: 'rule.required', serviceIds: 'apiKeys.fault.services' });
  const many = Array.from({ length: 101 }, (_, index) => `s${index}`);
  expect(apiKeyFaults({ ...values, label: 'x'.repeat(101), serviceIds: many }, now)).toEqual({
    label: 'apiKeys.fault.label',
    serviceIds: 'apiKeys.fault.tooManyServices',
  });
});

test('the request has the label without the space around it', () => {
  expect(toNewApiKey({ ...values, end: 'never' }, now)).toEqual({
    label: 'Build',
    may: 'read',
    serviceIds: ['news'],
    expiresAt: null,
  });
});
