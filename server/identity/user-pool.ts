import { randomBytes } from 'node:crypto';
import type { Database } from '../database/connect.ts';
import type { Clock } from '../platform/clock.ts';
import { insertPoolSettings, readPoolSettings } from './pool-setting.repository.ts';
import { createSigningKeys, type KeyPair, newSigningKeyPair, type SigningKeys } from './signing-keys.ts';
import { createVault, type Vault } from './vault.ts';

/** The embedded user pool: who has an account here, and how it is proved. */
export interface UserPool {
  readonly database: Database;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly signingKeys: SigningKeys;
  readonly region: string;
  /** `{region}_{name}`; part of what passwords are proved with, so it never changes. */
  readonly poolId: string;
  readonly clientId: string;
  /** The address at which the pool answers, without a slash at the end. */
  readonly issuer: string;
  /** Whether clients may send passwords in the clear where SRP would do. */
  readonly isUserPasswordAuthEnabled: boolean;
}

export interface UserPoolOptions {
  readonly database: Database;
  readonly clock: Clock;
  /** The installation's secret: everything that must stay secret in the database is encrypted with it. */
  readonly secret: string;
  readonly issuer: string;
  readonly isUserPasswordAuthEnabled?: boolean;
  readonly newKeyPair?: () => Promise<KeyPair>;
}

/** The database belongs to a pool with another secret. */
export class WrongSecretError extends Error {
  constructor() {
    super('The secret is not the one that the user pool was made with.');
    this.name = 'WrongSecretError';
  }
}

const REGION = 'local';
const CHECK = 'this secret opens this pool';
const CHECK_PURPOSE = 'check';

/**
 * Opens the pool of the database, and makes one where there is none. Processes that do so at once agree on one.
 * @throws {WrongSecretError} when it was made with another secret.
 */
export async function openUserPool({
  database,
  clock,
  secret,
  issuer,
  isUserPasswordAuthEnabled = false,
  newKeyPair = newSigningKeyPair,
}: UserPoolOptions): Promise<UserPool> {
  const vault = createVault(secret);
  const { poolId, clientId, check } = await readIdentity(database, vault);
  if (vault.open(CHECK_PURPOSE, check)?.toString() !== CHECK) throw new WrongSecretError();
  return {
    ...{ database, clock, vault, region: REGION, poolId, clientId, issuer, isUserPasswordAuthEnabled },
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

const LETTERS_AND_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

function randomName(length: number): string {
  return Array.from(randomBytes(length), (byte) => LETTERS_AND_DIGITS[byte % LETTERS_AND_DIGITS.length]).join('');
}
