import { randomBytes } from 'node:crypto';
import { constants, copyFile, link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '../config.ts';
import type { Database } from '../database/connect.ts';
import { isSealed } from '../database/pool-settings.ts';
import { diskErrorOf, StartError } from './start-error.ts';

export function secretFile({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'secret');
}

/**
 * Generates a secret only for a database without encrypted data; elsewhere it would be mistaken for the lost one.
 * @throws {StartError} when the secret is missing or unreadable
 */
export async function installationSecret(
  config: Pick<Config, 'dataDir' | 'identity'>,
  database: Pick<Database, 'writer'>,
): Promise<string> {
  const found = await foundSecret(config);
  if (found !== undefined) return found;
  // A concurrent start may have created the secret and then encrypted data.
  if (await isSealed(database.writer)) return (await foundSecret(config)) ?? missing(config);
  return createSecret(secretFile(config));
}

/** @throws {StartError} when the secret is unreadable */
export async function foundSecret(config: Pick<Config, 'dataDir' | 'identity'>): Promise<string | undefined> {
  try {
    return await presentSecret(config);
  } catch (error) {
    throw unreadable(secretFile(config), error);
  }
}

function missing(config: Pick<Config, 'dataDir'>): never {
  throw new StartError(
    `The secret of this database is missing from ${secretFile(config)}. Restore the file from a backup, or set SECRET to its earlier value.`,
  );
}

export async function presentSecret(config: Pick<Config, 'dataDir' | 'identity'>): Promise<string | undefined> {
  if (config.identity.secret !== undefined) return config.identity.secret;
  try {
    return await readSecret(secretFile(config));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function createSecret(file: string): Promise<string> {
  try {
    await makeSecret(file);
    return await readSecret(file);
  } catch (error) {
    throw (await diskErrorOf(error, dirname(file))) ?? unreadable(file, error);
  }
}

async function readSecret(file: string): Promise<string> {
  const secret = (await readFile(file, 'utf8')).trim();
  if (secret.length < 32) throw new Error('it contains no secret');
  return secret;
}

/** Writes atomically; the first of several concurrent processes wins. */
async function makeSecret(file: string): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(draft, `${newSecret()}\n`, { mode: 0o600, flag: 'wx' });
    // Some file systems do not support links.
    await link(draft, file).catch(() => copyFile(draft, file, constants.COPYFILE_EXCL));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

function unreadable(file: string, error: unknown): StartError {
  const reason = error instanceof Error ? error.message : String(error);
  return new StartError(`The secret in ${file} cannot be used: ${reason}. Fix it or set SECRET.`);
}

export interface NextSecret {
  readonly secret: string;
  /** Renames atomically, so that readers never see a partial file. */
  replace(): Promise<void>;
}

/**
 * Writes a new secret beside the old one before it encrypts anything, so that it cannot be lost. `isLeftOver` is true
 * for the secret of an interrupted rotation.
 */
export async function nextSecret(
  config: Pick<Config, 'dataDir'>,
): Promise<{ readonly next: NextSecret; readonly isLeftOver: boolean }> {
  const file = secretFile(config);
  const draft = `${file}.next`;
  try {
    const isLeftOver = !(await writeIfMissing(draft, `${newSecret()}\n`));
    const secret = await readSecret(draft);
    return { isLeftOver, next: { secret, replace: () => rename(draft, file) } };
  } catch (error) {
    throw unreadable(draft, error);
  }
}

async function writeIfMissing(file: string, text: string): Promise<boolean> {
  try {
    await writeFile(file, text, { mode: 0o600, flag: 'wx', flush: true });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}
