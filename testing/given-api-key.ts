import type { Call } from '#contract/api-client.ts';
import type { ApiKeyRight } from '#contract/api-keys.ts';
import { createApiKey } from '#server/api-keys/index.ts';
import { createAuditLog } from '#server/audit/index.ts';
import { localCaller } from '#server/http/caller.ts';
import { isService } from '#server/services/index.ts';
import type { TestApp } from './app.ts';
import { givenService } from './given.ts';

export interface GivenApiKey {
  readonly keyId: string;
  readonly key: string;
  readonly call: Call;
  readonly send: TestApp['send'];
}

export async function givenApiKey(
  app: TestApp,
  {
    may = 'write' as ApiKeyRight,
    serviceIds = ['news'] as readonly string[],
    label = 'A program',
    expiresAt = null as string | null,
  } = {},
): Promise<GivenApiKey> {
  const { database } = app;
  for (const serviceId of serviceIds) {
    if (!(await isService(database.writer, serviceId))) await givenService(app, { serviceId });
  }
  const { keyId, key } = await createApiKey(
    { ...app, audit: createAuditLog(app) },
    { label, may, serviceIds, expiresAt },
    { actor: { kind: 'user', username: 'admin', role: 'admin', serviceIds }, caller: localCaller },
  );
  const authorization = `Bearer ${key}`;
  return {
    keyId,
    key,
    call: app.callWith(key),
    send: (method, url, { body, headers = {} } = {}) =>
      app.send(method, url, { ...(body !== undefined && { body }), headers: { authorization, ...headers } }),
  };
}
