import type { ApiKey } from '#contract/api-keys.ts';

export type ApiKeyState = 'active' | 'expired' | 'revoked';

/** Whether a key is good for anything; one that was revoked stays that, whatever its end. */
export function apiKeyStateOf(
  { revokedAt, expiresAt }: Pick<ApiKey, 'revokedAt' | 'expiresAt'>,
  now: Date,
): ApiKeyState {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && Date.parse(expiresAt) <= now.getTime() ? 'expired' : 'active';
}
