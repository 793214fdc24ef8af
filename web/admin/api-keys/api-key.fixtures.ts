import type { ApiKey } from '#contract/api-keys.ts';

export function apiKey(key: Partial<ApiKey> = {}): ApiKey {
  return {
    keyId: '01m8000000000000000000000a',
    label: 'Build',
    may: 'read-drafts',
    serviceIds: ['news'],
    createdBy: 'hokusai',
    createdAt: '2026-11-10T12:00:00Z',
    expiresAt: null,
    lastUsedAt: null,
    revokedAt: null,
    ...key,
  };
}
