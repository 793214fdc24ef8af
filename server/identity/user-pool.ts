import { randomBytes } from 'node:crypto';
import type { AuditLog } from '../audit/index.ts';
import type { Database, Db } from '../database/connect.ts';
import type { Mailer } from '../mail/index.ts';
import type { Clock } from '../platform/clock.ts';
import { createVault, type Vault } from '../platform/vault.ts';
import { createProviders, type Provider, type ProviderConfig } from './oauth/providers.ts';
import { insertPoolSettings, readPoolSettings } from './pool-secret.repository.ts';
import { createSigningKeys, type KeyPair, newSigningKeyPair, type SigningKeys } from './signing-keys.ts';

export interface UserPool {
  readonly database: Database;
  readonly clock: Clock;
  readonly vault: Vault;
  /** Stable fake values for unknown accounts. The seed survives rotation of the secret. */
  readonly decoys: Pick<Vault, 'digest'>;
  readonly mailer: Mailer;
  readonly audit: AuditLog;
  readonly signingKeys: SigningKeys;
  readonly region: string;
  /** `{region}_{name}`. SRP verifiers depend on it, so it never changes. */
  readonly poolId: string;
  readonly clientId: string;
  readonly issuer: string;
  readonly isUserPasswordAuthEnabled: boolean;
  readonly mfaRequiredOf: 'nobody' | 'console';
  readonly providers: ReadonlyMap<string, Provider>;
  /** Has no trailing slash. When undefined, the origin of each request is used. */
  readonly publicUrl: string | undefined;
}

export interface UserPoolOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly mailer: Mailer;
  readonly audit: AuditLog;
  readonly secret: string;
  readonly issuer: string;
  readonly isUserPasswordAuthEnabled?: boolean;
  readonly mfaRequiredOf?: UserPool['mfaRequiredOf'];
  readonly providers?: readonly ProviderConfig[];
  readonly publicUrl?: string | undefined;
  readonly newKeyPair?: () => Promise<KeyPair>;
}

export class WrongSecretError extends Error {
  constructor() {
    super('The secret is not the one that the user pool was made with.');
    this.name = 'WrongSecretError';
  }
}

const REGION = 'local';
const CHECK = 'this secret opens this pool';
const CHECK_PURPOSE = 'check';
const DECOY_PURPOSE = 'decoys';

export const sealedSettings: ReadonlyMap<string, string> = new Map([
  ['check', CHECK_PURPOSE],
  ['decoySeed', DECOY_PURPOSE],
]);

/**
 * Creates the pool at the first start. Safe to call from several processes at once.
 * @throws {WrongSecretError} when the secret is not the one of the database.
 */
export async function openUserPool({
  database,
  clock,
  mailer,
  audit,
  secret,
  issuer,
  isUserPasswordAuthEnabled = false,
  mfaRequiredOf = 'nobody',
  providers = [],
  publicUrl,
  newKeyPair = newSigningKeyPair,
}: UserPoolOptions): Promise<UserPool> {
  const vault = createVault(secret);
  const { poolId, clientId, check } = await readIdentity(database, vault);
  if (!opensCheck(vault, check)) throw new WrongSecretError();
  const decoys = createVault(await readDecoySeed(database, vault));
  return {
    database,
    clock,
    mailer,
    audit,
    vault,
    decoys,
    region: REGION,
    poolId,
    clientId,
    issuer,
    isUserPasswordAuthEnabled,
    publicUrl,
    mfaRequiredOf,
    providers: createProviders(providers, clock),
    signingKeys: createSigningKeys({ database, clock, vault, newKeyPair }),
  };
}

export async function isSealed(db: Db): Promise<boolean> {
  return (await readPoolSettings(db)).has('check');
}

export async function findPoolId(db: Db): Promise<string | undefined> {
  return (await readPoolSettings(db)).get('poolId');
}

/** Needed for a hosted pool too, since webhook secrets and queued mails are encrypted. */
export async function noteSecret({ writer }: Database, secret: string): Promise<void> {
  if (await isSealed(writer)) return;
  await insertPoolSettings(writer, { check: createVault(secret).seal(CHECK_PURPOSE, Buffer.from(CHECK)) });
}

export async function isSecretOf(db: Db, secret: string): Promise<boolean> {
  const check = (await readPoolSettings(db)).get('check');
  return check === undefined || opensCheck(createVault(secret), check);
}

function opensCheck(vault: Vault, check: string): boolean {
  return vault.open(CHECK_PURPOSE, check)?.toString() === CHECK;
}

async function readIdentity(database: Database, vault: Vault) {
  return (await findIdentity(database)) ?? (await makeIdentity(database, vault));
}

async function makeIdentity(database: Database, vault: Vault) {
  await insertPoolSettings(database.writer, {
    poolId: `${REGION}_${randomName(9)}`,
    clientId: randomName(26).toLowerCase(),
    check: vault.seal(CHECK_PURPOSE, Buffer.from(CHECK)),
  });
  const identity = await findIdentity(database);
  if (!identity) throw new Error('The settings of the user pool are incomplete.');
  return identity;
}

async function findIdentity({ writer }: Database) {
  const settings = await readPoolSettings(writer);
  const [poolId, clientId, check] = ['poolId', 'clientId', 'check'].map((name) => settings.get(name));
  return poolId && clientId && check ? { poolId, clientId, check } : undefined;
}

async function readDecoySeed({ writer }: Database, vault: Vault): Promise<string> {
  const findSeed = async () => (await readPoolSettings(writer)).get('decoySeed');
  let sealed = await findSeed();
  if (sealed === undefined) {
    await insertPoolSettings(writer, { decoySeed: vault.seal(DECOY_PURPOSE, randomBytes(32)) });
    sealed = await findSeed();
  }
  const seed = vault.open(DECOY_PURPOSE, sealed ?? '');
  if (!seed) throw new WrongSecretError();
  return seed.toString('base64url');
}

const LETTERS_AND_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

function randomName(length: number): string {
  return Array.from(randomBytes(length), (byte) => LETTERS_AND_DIGITS[byte % LETTERS_AND_DIGITS.length]).join('');
}
