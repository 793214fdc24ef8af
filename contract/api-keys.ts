import { z } from 'zod';
import { endpointsOf } from './endpoint.ts';
import { distinctList } from './lists.ts';
import { ServiceId } from './services.ts';
import { Id, Instant, InstantInput, text } from './text.ts';

/**
 * Permission of an API key on its services: read published content; also read drafts, like a viewer; write, like an
 * editor.
 */
export const ApiKeyRight = z.enum(['read', 'read-drafts', 'write']);
export type ApiKeyRight = z.infer<typeof ApiKeyRight>;

export const ApiKey = z.object({
  keyId: z.string(),
  label: z.string(),
  may: ApiKeyRight,
  serviceIds: z.array(z.string()),
  createdBy: z.string(),
  createdAt: Instant,
  /** The key is rejected from this time on; `null` for no expiry. */
  expiresAt: Instant.nullable(),
  /** Precise to the minute; `null` when never used. */
  lastUsedAt: Instant.nullable(),
  revokedAt: Instant.nullable(),
});
export type ApiKey = z.infer<typeof ApiKey>;

/** Maximum number of keys per installation, not counting revoked ones. */
export const MAX_API_KEYS = 200;

const KeyServiceIds = distinctList(ServiceId, { min: 1, max: 100 });

const endpoint = endpointsOf({ tag: 'api keys', access: { level: 'admin', scope: 'any' } });

export const apiKeyApi = {
  list: endpoint('GET', '/admin/api-keys', {
    summary: 'List API keys, newest first, including recently revoked ones; never the keys themselves',
    response: z.array(ApiKey),
  }),
  create: endpoint('POST', '/admin/api-keys', {
    summary: 'Create an API key; it is shown in this response only',
    body: z.object({
      label: text({ max: 100 }).trim().min(1),
      may: ApiKeyRight,
      serviceIds: KeyServiceIds,
      expiresAt: InstantInput.nullish(),
    }),
    response: ApiKey.extend({
      /** `kwb_` followed by 43 characters; sent as `Authorization: Bearer …`. */
      key: z.string(),
    }),
  }),
  revoke: endpoint('DELETE', '/admin/api-keys/:keyId', {
    summary: 'Revoke an API key permanently',
    params: z.object({ keyId: Id }),
    response: z.null(),
  }),
};
