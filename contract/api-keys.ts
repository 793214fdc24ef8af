import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { fieldMessages } from './errors.ts';
import { ServiceId } from './services.ts';
import { Instant, InstantInput, text } from './text.ts';

/**
 * What a program may do with a key on the key's services: read what is published; read drafts as well, as a viewer
 * does; write, as an editor does.
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
  /** From then on it is good for nothing; `null` for never. */
  expiresAt: Instant.nullable(),
  /** To the minute; `null` for never. */
  lastUsedAt: Instant.nullable(),
  revokedAt: Instant.nullable(),
});
export type ApiKey = z.infer<typeof ApiKey>;

/** Keys that an installation has at most, revoked ones not counted. */
export const MAX_API_KEYS = 200;

/** Services that one key is good for. */
const KeyServiceIds = z
  .array(ServiceId)
  .min(1)
  .max(100)
  .refine((ids) => new Set(ids).size === ids.length, { error: fieldMessages.duplicated });

const access = { level: 'admin', scope: 'any' } as const;
const tag = 'api keys';

export const apiKeyApi = {
  list: endpoint({
    method: 'GET',
    path: '/admin/api-keys',
    summary: 'The API keys, the newest first, and those that were revoked lately; never the keys themselves',
    tag,
    access,
    response: z.array(ApiKey),
  }),
  create: endpoint({
    method: 'POST',
    path: '/admin/api-keys',
    summary: 'Makes an API key. The answer is the only time it is shown',
    tag,
    access,
    body: z.object({
      label: text({ max: 100 }).trim().min(1),
      may: ApiKeyRight,
      serviceIds: KeyServiceIds,
      expiresAt: InstantInput.nullish(),
    }),
    response: ApiKey.extend({
      /** `kwb_` and 43 characters; sent as `Authorization: Bearer …`. */
      key: z.string(),
    }),
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/admin/api-keys/:keyId',
    summary: 'Revokes an API key at once and for good',
    tag,
    access,
    params: z.object({ keyId: z.string().regex(/^[0-9a-z]{26}$/) }),
    response: z.null(),
  }),
};
