import { randomBytes } from 'node:crypto';
import { type ApiKey, type ApiKeyRight, apiKeyApi, MAX_API_KEYS } from '#contract/api-keys.ts';
import { fieldMessages, messages } from '#contract/errors.ts';
import { type AuditLog, auditActorOf } from '../audit/index.ts';
import type { Database } from '../database/connect.ts';
import type { Actor } from '../http/actor.ts';
import type { Caller } from '../http/caller.ts';
import { badRequest, invalid, notFound } from '../http/errors.ts';
import type { Api } from '../http/implement.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import { newId } from '../platform/ids.ts';
import { isService } from '../services/index.ts';
import {
  deleteOldRevokedApiKeys,
  findApiKey,
  insertApiKey,
  isFull,
  listApiKeys,
  revokeApiKey,
} from './api-key.repository.ts';
import { hashApiKey, KEY_START } from './api-key-actor.ts';

export function apiKeyRoutes(api: Api, tools: { database: Database; clock: Clock; audit: AuditLog }): void {
  const { database, clock, audit } = tools;

  api.implement(apiKeyApi.list, () => listApiKeys(database.reader));

  api.implement(apiKeyApi.create, ({ body, actor, caller }) => createApiKey(tools, body, { actor, caller }));

  api.implement(apiKeyApi.revoke, ({ params: { keyId }, actor, caller }) =>
    database.writer.transaction().execute(async (trx) => {
      const key = await findApiKey(trx, keyId);
      if (!key) throw notFound();
      if (await revokeApiKey(trx, { keyId, revokedAt: toInstant(clock.now()) })) {
        const { label } = key;
        await audit.record(
          { action: 'api-key-revoked', actor: auditActorOf(actor), caller, target: keyId, details: { label } },
          trx,
        );
      }
      return null;
    }),
  );
}

const KEY_BYTES = 32;
const MAX_REVOKED_KEYS = MAX_API_KEYS;

export interface ApiKeyToCreate {
  readonly label: string;
  readonly may: ApiKeyRight;
  readonly serviceIds: readonly string[];
  readonly expiresAt?: string | null | undefined;
}

export async function createApiKey(
  { database, clock, audit }: { database: Database; clock: Clock; audit: AuditLog },
  { label, may, serviceIds, expiresAt = null }: ApiKeyToCreate,
  { actor, caller }: { actor: Actor; caller: Caller },
): Promise<ApiKey & { key: string }> {
  const now = clock.now();
  const createdAt = toInstant(now);
  if (expiresAt !== null && expiresAt <= createdAt) throw invalid({ expiresAt: fieldMessages.invalid });
  const key = `${KEY_START}${randomBytes(KEY_BYTES).toString('base64url')}`;
  const keyId = newId(now);
  const created = { keyId, label, may, createdBy: actor.username, createdAt, expiresAt };
  await database.writer.transaction().execute(async (trx) => {
    for (const serviceId of serviceIds) {
      if (!(await isService(trx, serviceId))) throw invalid({ serviceIds: fieldMessages.invalid });
    }
    if (await isFull(trx, MAX_API_KEYS)) throw badRequest(messages.tooManyApiKeys);
    await insertApiKey(trx, { ...created, secretHash: hashApiKey(key), serviceIds });
    await deleteOldRevokedApiKeys(trx, MAX_REVOKED_KEYS);
    const details = { label, may, serviceIds: [...serviceIds], expiresAt };
    await audit.record({ action: 'api-key-created', actor: auditActorOf(actor), caller, target: keyId, details }, trx);
  });
  return { ...created, serviceIds: serviceIds.toSorted(), lastUsedAt: null, revokedAt: null, key };
}
