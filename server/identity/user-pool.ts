import { randomBytes } from 'node:crypto';
import type { AuditLog } from '../audit/index.ts';
import type { Database } from '../database/connect.ts';
import {
  insertPoolSettings,
  opensCheck,
  readPoolSettings,
  sealCheck,
  sealedSettings,
  WrongSecretError,
} from '../database/pool-settings.ts';
import type { Transaction } from '../database/tables.ts';
import type { Mailer } from '../mail/index.ts';
import type { Clock } from '../platform/clock.ts';
import { createVault, type Vault } from '../platform/vault.ts';
import { createProviders, type Provider, type ProviderConfig } from './oauth/providers.ts';
import { createSigningKeys, type KeyPair, newSigningKeyPair, type SigningKeys } from './signing-keys.ts';

interface PoolTools {
  readonly database: Database;
  readonly clock: Clock;
  readonly mailer: Mailer;
  readonly audit: AuditLog;
  /** Deletes what other features store about a user. */
  readonly deleteUser: (trx: Transaction, username: string) => Promise<void>;
  readonly issuer: string;
}

export interface UserPool extends PoolTools {
  readonly vault: Vault;
  /** Stable fake values for unknown accounts. The seed survives rotation of the secret. */
  readonly decoys: Pick<Vault, 'digest'>;
  readonly signingKeys: SigningKeys;
  readonly region: string;
  /** `{region}_{name}`. SRP verifiers depend on it, so it never changes. */
  readonly poolId: string;
  readonly clientId: string;
  readonly isUserPasswordAuthEnabled: boolean;
  readonly mfaRequiredOf: 'nobody' | 'console';
  readonly providers: ReadonlyMap<string, Provider>;
  readonly publicUrl: string | undefined;
}

export function poolNameOf({ poolId }: Pick<UserPool, 'poolId'>): string {
  return poolId.slice(poolId.indexOf('_') + 1);
}

export interface UserPoolOptions
  extends PoolTools,
    Partial<Pick<UserPool, 'isUserPasswordAuthEnabled' | 'mfaRequiredOf' | 'publicUrl'>> {
  readonly secret: string;
  readonly providers?: readonly ProviderConfig[];
  readonly newKeyPair?: () => Promise<KeyPair>;
}

const REGION = 'local';

/**
 * Creates the pool at the first start. Safe to call from several processes at once.
 * @throws {WrongSecretError} when the secret is not the one of the database.
 */
export async function openUserPool(options: UserPoolOptions): Promise<UserPool> {
  const { secret, providers = [], newKeyPair = newSigningKeyPair, ...tools } = options;
  const { database, clock } = tools;
  const vault = createVault(secret);
  const { poolId, clientId, check } = await readIdentity(database, vault);
  if (!opensCheck(vault, check)) throw new WrongSecretError();
  return {
    isUserPasswordAuthEnabled: false,
    mfaRequiredOf: 'nobody',
    publicUrl: undefined,
    ...tools,
    vault,
    decoys: createVault(await readDecoySeed(database, vault)),
    region: REGION,
    poolId,
    clientId,
    providers: createProviders(providers, clock),
    signingKeys: createSigningKeys({ database, clock, vault, newKeyPair }),
  };
}

async function readIdentity(database: Database, vault: Vault) {
  return (await findIdentity(database)) ?? (await makeIdentity(database, vault));
}

async function makeIdentity(database: Database, vault: Vault) {
  await insertPoolSettings(database.writer, {
    poolId: `${REGION}_${randomName(9)}`,
    clientId: randomName(26).toLowerCase(),
    check: sealCheck(vault),
  });
  const identity = await findIdentity(database);
  if (!identity) throw new Error('The settings of the user pool are incomplete.');
  return identity;
}

async function findIdentity({ writer }: Database) {
  const settings = await readPoolSettings(writer);
  const poolId = settings.get('poolId');
  const clientId = settings.get('clientId');
  const check = settings.get('check');
  return poolId && clientId && check ? { poolId, clientId, check } : undefined;
}

async function readDecoySeed({ writer }: Database, vault: Vault): Promise<string> {
  const findSeed = async () => (await readPoolSettings(writer)).get('decoySeed');
  let sealed = await findSeed();
  if (sealed === undefined) {
    await insertPoolSettings(writer, { decoySeed: vault.seal(sealedSettings.decoySeed, randomBytes(32)) });
    sealed = await findSeed();
  }
  const seed = vault.open(sealedSettings.decoySeed, sealed ?? '');
  if (!seed) throw new WrongSecretError();
  return seed.toString('base64url');
}

const LETTERS_AND_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

function randomName(length: number): string {
  return Array.from(randomBytes(length), (byte) => LETTERS_AND_DIGITS[byte % LETTERS_AND_DIGITS.length]).join('');
}
