import type { ApiKeyRight } from '#contract/api-keys.ts';
import { createApiKey } from '#server/api-keys/index.ts';
import { createAuditLog } from '#server/audit/index.ts';
import type { Database } from '#server/database/connect.ts';
import { atTheTerminal } from '#server/http/caller.ts';
import { systemClock } from '#server/platform/clock.ts';

export async function givenBenchKey(
  database: Database,
  { serviceId, may }: { readonly serviceId: string; readonly may: ApiKeyRight },
): Promise<string> {
  const tools = { database, clock: systemClock };
  const actor = { kind: 'user', username: 'bench', role: 'admin', serviceIds: [serviceId] } as const;
  const { key } = await createApiKey(
    { ...tools, audit: createAuditLog(tools) },
    { label: 'bench', may, serviceIds: [serviceId] },
    { actor, caller: atTheTerminal },
  );
  return key;
}
