import { createHmac, randomBytes } from 'node:crypto';
import { pagesByKey } from '../database/queries.ts';
import type { Transaction } from '../database/tables.ts';
import type { Vault } from '../platform/vault.ts';
import { listSecrets, type SealedSecrets, saveSecrets } from './webhook.repository.ts';

const BATCH = 100;

export async function resealWebhooks(trx: Transaction, vaults: { from: Vault; to: Vault }): Promise<void> {
  const read = (after = '') => listSecrets(trx, { after, limit: BATCH });
  for await (const webhooks of pagesByKey(read, ({ webhookId }) => webhookId)) {
    for (const { secret, formerSecret, ...rest } of webhooks) {
      const previous = formerSecret === null ? null : resealSecret(vaults, formerSecret);
      await saveSecrets(trx, { ...rest, secret: resealSecret(vaults, secret), formerSecret: previous });
    }
  }
}

const PURPOSE = 'webhook';
const PREFIX = 'whsec_';
/** Standard Webhooks requires 24 to 64 bytes. */
const SECRET_BYTES = 32;

export function newSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
}

export function sealSecret(vault: Vault, secret: string): string {
  return vault.seal(PURPOSE, Buffer.from(secret));
}

function resealSecret({ from, to }: { from: Vault; to: Vault }, sealed: string): string {
  const plain = from.open(PURPOSE, sealed);
  return plain ? to.seal(PURPOSE, plain) : sealed;
}

export function openSecrets(vault: Vault, { secret, formerSecret, formerUntil }: SealedSecrets, now: string): string[] {
  const isFormerValid = formerSecret !== null && formerUntil !== null && formerUntil > now;
  const current = vault.open(PURPOSE, secret)?.toString();
  const previous = isFormerValid ? vault.open(PURPOSE, formerSecret)?.toString() : undefined;
  if (current === undefined) return [];
  return previous === undefined ? [current] : [current, previous];
}

export interface Signed {
  readonly eventId: string;
  /** Unix seconds of the attempt. */
  readonly timestamp: number;
  readonly payload: string;
}

/** Standard Webhooks 1.0: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
export function signatureHeaders(secrets: readonly string[], { eventId, timestamp, payload }: Signed) {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${eventId}.${timestamp}.${payload}`).digest('base64')}`;
  });
  return {
    'webhook-id': eventId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
