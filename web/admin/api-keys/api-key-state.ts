import type { ApiKey } from '#contract/api-keys.ts';

export type ApiKeyState = 'active' | 'expired' | 'revoked';

export function apiKeyStateOf(
  { revokedAt, expiresAt }: Pick<ApiKey, 'revokedAt' | 'expiresAt'>,
  now: Date,
): ApiKeyState {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && Date.parse(expiresAt) <= now.getTime() ? 'expired' : 'active';
}
