import { createVault, type Vault } from '../platform/vault.ts';
import type { Database, Db } from './connect.ts';

/** Encrypted settings with the purpose that each is encrypted for. */
export const sealedSettings = { check: 'check', decoySeed: 'decoys' } as const;

const CHECK = 'this secret opens this pool';

export class WrongSecretError extends Error {
  constructor() {
    super('The secret is not the one that the user pool was made with.');
    this.name = 'WrongSecretError';
  }
}

export async function readPoolSettings(db: Db): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('poolSettings').selectAll().execute();
  return new Map(rows.map(({ name, value }) => [name, value]));
}

/** Keeps existing values. A concurrent insert waits for the first to commit. */
export async function insertPoolSettings(db: Db, settings: Readonly<Record<string, string>>): Promise<void> {
  await db
    .insertInto('poolSettings')
    .values(Object.entries(settings).map(([name, value]) => ({ name, value })))
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

export async function updatePoolSetting(db: Db, name: string, value: string): Promise<void> {
  await db.updateTable('poolSettings').set({ value }).where('name', '=', name).execute();
}

export async function findPoolId(db: Db): Promise<string | undefined> {
  return (await readPoolSettings(db)).get('poolId');
}

/** Returns true if the database has data that is encrypted with a secret. */
export async function isSealed(db: Db): Promise<boolean> {
  return (await readPoolSettings(db)).has('check');
}

/** Needed for a hosted pool too, since webhook secrets and queued mails are encrypted. */
export async function noteSecret({ writer }: Database, secret: string): Promise<void> {
  if (!(await isSealed(writer))) await insertPoolSettings(writer, { check: sealCheck(createVault(secret)) });
}

export async function isSecretOf(db: Db, secret: string): Promise<boolean> {
  const check = (await readPoolSettings(db)).get('check');
  return check === undefined || opensCheck(createVault(secret), check);
}

export function sealCheck(vault: Vault): string {
  return vault.seal(sealedSettings.check, Buffer.from(CHECK));
}

export function opensCheck(vault: Vault, check: string): boolean {
  return vault.open(sealedSettings.check, check)?.toString() === CHECK;
}
