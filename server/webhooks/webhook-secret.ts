import { createHmac, randomBytes } from 'node:crypto';
import type { Vault } from '../platform/vault.ts';
import type { SealedSecrets } from './webhook.repository.ts';

const PURPOSE = 'webhook';
const PREFIX = 'whsec_';
/** Standard Webhooks asks for 24 to 64. */
const SECRET_BYTES = 32;

/** A new secret, as its receiver is given it. */
export function newSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
}

export function sealSecret(vault: Vault, secret: string): string {
  return vault.seal(PURPOSE, Buffer.from(secret));
}

/** The same under another secret of the installation; what was of neither is lost. */
export function resealSecret({ from, to }: { from: Vault; to: Vault }, sealed: string): string {
  const plain = from.open(PURPOSE, sealed);
  return plain ? to.seal(PURPOSE, plain) : sealed;
}

/** The secrets that a delivery is signed with now; none, if the installation has another secret by now. */
export function openSecrets(vault: Vault, { secret, formerSecret, formerUntil }: SealedSecrets, now: string): string[] {
  const isFormerGood = formerSecret !== null && formerUntil !== null && formerUntil > now;
  const [current, former] = [secret, isFormerGood ? formerSecret : undefined].map((sealed) =>
    sealed === undefined ? undefined : vault.open(PURPOSE, sealed)?.toString(),
  );
  if (current === undefined) return [];
  return former === undefined ? [current] : [current, former];
}

export interface Signed {
  readonly eventId: string;
  /** Of the attempt, in seconds since 1970. */
  readonly timestamp: number;
  readonly payload: string;
}

/**
 * The headers by which a receiver knows a delivery for ours, as Standard Webhooks 1.0 has them
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md).
 */
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
