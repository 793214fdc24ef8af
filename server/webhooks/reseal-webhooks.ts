import type { Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { Vault } from '../platform/vault.ts';
import { listSecrets, saveSecrets } from './webhook.repository.ts';
import { resealSecret } from './webhook-secret.ts';

const BATCH = 100;

export async function resealWebhooks(trx: Transaction<Tables>, vaults: { from: Vault; to: Vault }): Promise<void> {
  let after = '';
  for (;;) {
    const all = await listSecrets(trx, { after, limit: BATCH });
    for (const { secret, formerSecret, ...rest } of all) {
      const former = formerSecret === null ? null : resealSecret(vaults, formerSecret);
      await saveSecrets(trx, { ...rest, secret: resealSecret(vaults, secret), formerSecret: former });
    }
    const last = all.at(-1);
    if (!last) return;
    after = last.webhookId;
  }
}
