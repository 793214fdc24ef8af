import type { AuditLog } from '../audit/index.ts';
import type { Database } from '../database/connect.ts';
import {
  isSecretOf,
  readPoolSettings,
  sealedSettings,
  updatePoolSetting,
  WrongSecretError,
} from '../database/pool-settings.ts';
import type { Transaction } from '../database/tables.ts';
import { localCaller } from '../http/caller.ts';
import { resealMails } from '../mail/index.ts';
import { createVault, type Vault } from '../platform/vault.ts';
import { resealWebhooks } from '../webhooks/index.ts';
import {
  deleteKeyedHashes,
  listSealedKeys,
  listSealedOfUsers,
  updateSealedKey,
  updateSealedOfUser,
} from './pool-secret.repository.ts';
import { SIGNING_KEY_PURPOSE } from './signing-keys.ts';
import { TOTP_PURPOSE } from './software-token-check.ts';

interface Vaults {
  readonly from: Vault;
  readonly to: Vault;
}

const BATCH = 500;

/**
 * Sessions stay valid. Mailed codes and recovery codes are deleted, because only their keyed hashes are stored.
 * @throws {WrongSecretError} when `from` is not the database's secret.
 */
export async function rotateSecret(
  { database, audit }: { database: Database; audit: AuditLog },
  secrets: { from: string; to: string },
): Promise<void> {
  const vaults = { from: createVault(secrets.from), to: createVault(secrets.to) };
  await database.writer.transaction().execute(async (trx) => {
    if (!(await isSecretOf(trx, secrets.from))) throw new WrongSecretError();
    await resealSettings(trx, vaults);
    await resealUsers(trx, vaults);
    for (const { kid, privateKey } of await listSealedKeys(trx)) {
      await updateSealedKey(trx, kid, reseal(vaults, SIGNING_KEY_PURPOSE, privateKey));
    }
    await resealMails(trx, vaults);
    await resealWebhooks(trx, vaults);
    await deleteKeyedHashes(trx);
    await audit.record({ action: 'secret-rotated', actor: { kind: 'system' }, caller: localCaller }, trx);
  });
}

async function resealSettings(trx: Transaction, vaults: Vaults): Promise<void> {
  const settings = await readPoolSettings(trx);
  for (const [name, purpose] of Object.entries(sealedSettings)) {
    const sealed = settings.get(name);
    if (sealed !== undefined) await updatePoolSetting(trx, name, reseal(vaults, purpose, sealed));
  }
}

async function resealUsers(trx: Transaction, vaults: Vaults): Promise<void> {
  const resealTotp = (sealed: string | null) => (sealed === null ? null : reseal(vaults, TOTP_PURPOSE, sealed));
  let after = '';
  for (;;) {
    const users = await listSealedOfUsers(trx, { after, limit: BATCH });
    for (const { username, salt, verifier, totpSecret, pendingTotpSecret } of users) {
      await updateSealedOfUser(trx, {
        username,
        salt: reseal(vaults, 'salt', salt),
        verifier: reseal(vaults, 'verifier', verifier),
        totpSecret: resealTotp(totpSecret),
        pendingTotpSecret: resealTotp(pendingTotpSecret),
      });
    }
    const last = users.at(-1);
    if (!last) return;
    after = last.username;
  }
}

function reseal({ from, to }: Vaults, purpose: string, sealed: string): string {
  const plain = from.open(purpose, sealed);
  if (!plain) throw new WrongSecretError();
  return to.seal(purpose, plain);
}
