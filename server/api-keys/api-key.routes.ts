import { apiKeyApi } from '#contract/api-keys.ts';
import { type AuditLog, auditActorOf } from '../audit/index.ts';
import type { Database } from '../database/connect.ts';
import { notFound } from '../http/errors.ts';
import type { Api } from '../http/implement.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import { findApiKey, listApiKeys, revokeApiKey } from './api-key.repository.ts';
import { createApiKey } from './create-api-key.ts';

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
