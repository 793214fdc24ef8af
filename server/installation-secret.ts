import { randomBytes } from 'node:crypto';
import { constants, copyFile, link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { StartError } from './start-error.ts';

/** Where the installation keeps the secret that it made for itself. */
export function secretFile({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'secret');
}

/**
 * What everything is encrypted with that must stay secret: `SECRET`, or what the installation made for itself.
 * @throws {StartError} when there is none to be had.
 */
export async function installationSecret(config: Pick<Config, 'dataDir' | 'identity'>): Promise<string> {
  return config.identity.secret ?? (await secretIn(secretFile(config)));
}

/** The same, without making one: nothing where there is none yet. @throws {Error} where it cannot be read. */
export async function presentSecret(config: Pick<Config, 'dataDir' | 'identity'>): Promise<string | undefined> {
  if (config.identity.secret !== undefined) return config.identity.secret;
  try {
    return await readSecret(secretFile(config));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
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
  await writeFile(draft, `${newSecret()}\n`, { mode: 0o600, flag: 'wx' });
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
