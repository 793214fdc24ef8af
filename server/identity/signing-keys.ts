import { type CryptoKey, exportJWK, exportPKCS8, generateKeyPair, importJWK, importPKCS8, type JWK } from 'jose';
import type { Database } from '../database/connect.ts';
import type { PoolKeyRow } from '../database/pool-tables.ts';
import { type Clock, DAY_MS, HOUR_MS, toInstant } from '../platform/clock.ts';
import { newId } from '../platform/ids.ts';
import type { Vault } from '../platform/vault.ts';
import { findPoolKey, insertPoolKey, listPoolKeys } from './pool-secret.repository.ts';

export const SIGNING_ALGORITHM = 'RS256';
const SIGNING_DAYS = 30;
/** Exceeds the lifetime of tokens, which is one hour. */
const PUBLISHED_AFTER_MS = 2 * HOUR_MS;
export const SIGNING_KEY_PURPOSE = 'signing key';

export interface KeyPair {
  readonly privateKey: string;
  readonly publicKey: JWK;
}

export interface SigningKeys {
  current(): Promise<{ readonly kid: string; readonly privateKey: CryptoKey }>;
  find(kid: string): Promise<CryptoKey | undefined>;
  published(): Promise<JWK[]>;
}

export async function newSigningKeyPair(): Promise<KeyPair> {
  const { privateKey, publicKey } = await generateKeyPair(SIGNING_ALGORITHM, {
    extractable: true,
    modulusLength: 3072,
  });
  return { privateKey: await exportPKCS8(privateKey), publicKey: await exportJWK(publicKey) };
}

interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly expiresAt: string;
}

interface KeyTools {
  readonly database: Database;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly newKeyPair: () => Promise<KeyPair>;
}

export function createSigningKeys(tools: KeyTools): SigningKeys {
  const { database, clock, vault } = tools;
  let signing: SigningKey | undefined;
  let loading: Promise<SigningKey> | undefined;
  const verifying = new Map<string, { key: CryptoKey; expiresAt: string }>();
  const retiredBefore = () => toInstant(new Date(clock.now().getTime() - PUBLISHED_AFTER_MS));

  const load = async (now: string) => {
    const [newest] = await listPoolKeys(database.writer, { expiresAfter: now });
    const { kid, privateKey, expiresAt } = newest ?? (await makeKey(tools, retiredBefore()));
    const pem = vault.open(SIGNING_KEY_PURPOSE, privateKey);
    if (!pem) throw new Error(`The signing key ${kid} cannot be opened with this secret.`);
    return { kid, privateKey: await importPKCS8(pem.toString(), SIGNING_ALGORITHM), expiresAt };
  };

  const current = async () => {
    const now = toInstant(clock.now());
    if (signing && signing.expiresAt > now) return signing;
    loading ??= load(now).finally(() => {
      loading = undefined;
    });
    signing = await loading;
    return signing;
  };

  const find = async (kid: string) => {
    const stored = verifying.get(kid);
    if (stored && stored.expiresAt > retiredBefore()) return stored.key;
    verifying.delete(kid);
    const row = await findPoolKey(database.reader, kid);
    if (!row || row.expiresAt <= retiredBefore()) return undefined;
    const key = (await importJWK(JSON.parse(row.publicKey), SIGNING_ALGORITHM)) as CryptoKey;
    verifying.set(kid, { key, expiresAt: row.expiresAt });
    return key;
  };

  const published = async () => {
    await current();
    const rows = await listPoolKeys(database.reader, { expiresAfter: retiredBefore() });
    return rows.map(({ kid, publicKey }) => ({
      ...(JSON.parse(publicKey) as JWK),
      kid,
      alg: SIGNING_ALGORITHM,
      use: 'sig',
    }));
  };

  return { current, find, published };
}

/** Concurrent processes may each create a key. All of them are valid. */
async function makeKey({ database, clock, vault, newKeyPair }: KeyTools, expiresAfter: string): Promise<PoolKeyRow> {
  const { privateKey, publicKey } = await newKeyPair();
  const now = clock.now();
  const key = {
    kid: newId(now),
    privateKey: vault.seal(SIGNING_KEY_PURPOSE, Buffer.from(privateKey)),
    publicKey: JSON.stringify(publicKey),
    createdAt: toInstant(now),
    expiresAt: toInstant(new Date(now.getTime() + SIGNING_DAYS * DAY_MS)),
  };
  await insertPoolKey(database.writer, key, { expiresAfter });
  return key;
}
