import { expect, test } from 'vitest';
import { apiKeyStateOf } from './api-key-table.tsx';

const now = new Date('2026-11-21T12:00:00Z');

test('key is active until its expiry', () => {
  expect(apiKeyStateOf({ revokedAt: null, expiresAt: null }, now)).toBe('active');
  expect(apiKeyStateOf({ revokedAt: null, expiresAt: '2026-11-21T12:00:01Z' }, now)).toBe('active');
  expect(apiKeyStateOf({ revokedAt: null, expiresAt: '2026-11-21T12:00:00Z' }, now)).toBe('expired');
});

test('revoked key stays revoked after its expiry', () => {
  expect(apiKeyStateOf({ revokedAt: '2026-11-20T00:00:00Z', expiresAt: '2026-11-20T00:00:00Z' }, now)).toBe('revoked');
});
