import { randomBytes } from 'node:crypto';
import { constants, copyFile, link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';
import type { Database } from './database/connect.ts';
import { openUserPool, type UserPool, WrongSecretError } from './identity/index.ts';
import type { Clock } from './platform/clock.ts';
import { StartError } from './start-error.ts';

/**
 * Opens the user pool of the installation with its secret.
 * @throws {StartError} when there is no secret to be had, or it is not the one that the pool was made with.
 */
export async function openInstallationPool(
  config: Config,
  { database, clock }: { database: Database; clock: Clock },
): Promise<UserPool> {
  const { secret: given, isUserPasswordAuthEnabled } = config.identity;
  const file = join(config.dataDir, 'secret');
  const secret = given ?? (await secretIn(file));
  const issuer = `${config.publicUrl ?? `http://localhost:${config.port}`}/identity`;
  try {
    return await openUserPool({ database, clock, secret, issuer, isUserPasswordAuthEnabled });
  } catch (error) {
    if (!(error instanceof WrongSecretError)) throw error;
    throw new StartError(
      given === undefined
        ? `The secret in ${file} is not the one this database was made with: put that file back, or set SECRET.`
        : 'SECRET is not the one this database was made with: set it to what it was.',
    );
  }
}

/** The secret that the installation made for itself, made now if there is none. */
async function secretIn(file: string): Promise<string> {
  try {
    return await readSecret(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw unreadable(file, error);
  }
  try {
    await makeSecret(file);
    return await readSecret(file);
  } catch (error) {
    throw unreadable(file, error);
  }
}

async function readSecret(file: string): Promise<string> {
  const secret = (await readFile(file, 'utf8')).trim();
  if (secret.length < 32) throw new Error('it holds no secret');
  return secret;
}

/** Whole or not at all, and of processes that make one at once the first one's stays. */
async function makeSecret(file: string): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    // Not every file system has links.
    await link(draft, file).catch(() => copyFile(draft, file, constants.COPYFILE_EXCL));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

function unreadable(file: string, error: unknown): StartError {
  const reason = error instanceof Error ? error.message : String(error);
  return new StartError(`The secret in ${file} cannot be used: ${reason}. Put it right, or set SECRET.`);
}
