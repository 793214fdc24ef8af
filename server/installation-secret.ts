import { randomBytes } from 'node:crypto';
import { constants, copyFile, link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from './config.ts';
import type { Database } from './database/connect.ts';
import { diskErrorOf } from './disk-error.ts';
import { isSealed } from './identity/index.ts';
import { StartError } from './start-error.ts';

/** Where the installation keeps the secret that it made for itself. */
export function secretFile({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'secret');
}

/**
 * What everything is encrypted with that must stay secret: `SECRET`, or what the installation made for itself.
 * A new one is made for a database in which nothing is encrypted, and for no other: it would open nothing there, and
 * pass for the one that is lost.
 * @throws {StartError} when there is none to be had.
 */
export async function installationSecret(
  config: Pick<Config, 'dataDir' | 'identity'>,
  database: Pick<Database, 'writer'>,
): Promise<string> {
  const found = await foundSecret(config);
  if (found !== undefined) return found;
  // Whoever else starts now may have made it meanwhile, which comes before anything is encrypted.
  if (await isSealed(database.writer)) return (await foundSecret(config)) ?? missing(config);
  return makeOwn(secretFile(config));
}

/** The same, without making one: nothing where there is none yet. @throws {StartError} where it cannot be read. */
export async function foundSecret(config: Pick<Config, 'dataDir' | 'identity'>): Promise<string | undefined> {
  try {
    return await presentSecret(config);
  } catch (error) {
    throw unreadable(secretFile(config), error);
  }
}

function missing(config: Pick<Config, 'dataDir'>): never {
  throw new StartError(
    `The secret that the database was encrypted with is missing from ${secretFile(config)}: bring the file back from a backup, or set SECRET to what it was.`,
  );
}

/** What `foundSecret` finds. @throws {Error} with the reason why it cannot be read. */
export async function presentSecret(config: Pick<Config, 'dataDir' | 'identity'>): Promise<string | undefined> {
  if (config.identity.secret !== undefined) return config.identity.secret;
  try {
    return await readSecret(secretFile(config));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function makeOwn(file: string): Promise<string> {
  try {
    await makeSecret(file);
    return await readSecret(file);
  } catch (error) {
    throw (await diskErrorOf(error, dirname(file))) ?? unreadable(file, error);
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
  try {
    await writeFile(draft, `${newSecret()}\n`, { mode: 0o600, flag: 'wx' });
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

/** A secret on its way into the place of the one that the installation made for itself. */
export interface NextSecret {
  readonly secret: string;
  /** Puts it there; all at once, so that whoever reads the file reads a whole one. */
  replace(): Promise<void>;
}

/**
 * Writes a new secret beside the old one before anything is sealed with it, so that it cannot be lost in between.
 * One that an earlier try has left behind is told by `isLeftOver`.
 */
export async function nextSecret(
  config: Pick<Config, 'dataDir'>,
): Promise<{ readonly next: NextSecret; readonly isLeftOver: boolean }> {
  const file = secretFile(config);
  const draft = `${file}.next`;
  try {
    const isLeftOver = !(await isWrittenNow(draft, `${newSecret()}\n`));
    const secret = await readSecret(draft);
    return { isLeftOver, next: { secret, replace: () => rename(draft, file) } };
  } catch (error) {
    throw unreadable(draft, error);
  }
}

/** False, if the file is there already. On return it is on the disk, whatever happens next. */
async function isWrittenNow(file: string, text: string): Promise<boolean> {
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
