import { randomUUID } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import type { Environment } from '#server/config/variables.ts';
import type { Config } from '#server/config.ts';
import { lowSpaceOf, nearestExisting, readDiskSpace } from '#server/platform/disk.ts';
import { describeTarget } from '#server/process/open-database.ts';
import { diskErrorOf } from '#server/process/start-error.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const OLDEST_NODE = 24;

export function checkNode(version = process.versions.node): Finding {
  return Number.parseInt(version, 10) >= OLDEST_NODE
    ? ok(`Node.js ${version}`)
    : problem(`Node.js ${version} is too old.`, `Install Node.js ${OLDEST_NODE} or later.`);
}

export async function checkFolders({ dataDir, database, storage }: Config, limitOf = lowSpaceOf): Promise<Finding[]> {
  const named = new Map([
    ...(database.engine === 'sqlite' ? ([[dirname(database.path), 'DATABASE_URL']] as const) : []),
    ...(storage.kind === 'disk' ? ([[storage.folder, 'STORAGE_URL']] as const) : []),
    [dataDir, 'DATA_DIR'],
  ]);
  return Promise.all([...named].map(([folder, source]) => checkFolder(folder, source, limitOf)));
}

async function checkFolder(folder: string, source: string, limitOf: typeof lowSpaceOf): Promise<Finding> {
  const there = nearestExisting(folder);
  try {
    if (!statSync(there).isDirectory()) throw new Error('It is not a folder');
    accessSync(there, constants.W_OK | constants.X_OK);
    if (there === folder) await tryWrite(folder);
  } catch (error) {
    const known = await diskErrorOf(error, folder);
    if (known) return problem(known.message, 'Nothing can be saved until then.');
    return problem(`The folder ${folder} is not writable.`, `Make it writable, or set ${source} to another one.`);
  }
  const space = await readDiskSpace(there);
  const freeSpace = space ? `${sizeOf(space.freeBytes)} free` : 'its free space is unknown';
  const fix = 'Free up space: nothing can be saved once the disk is full.';
  const low = space ? limitOf(space) : 0;
  const free = space?.freeBytes ?? 0;
  if (free < low / 10) return problem(`The disk that holds ${folder} is almost full: ${freeSpace}.`, fix);
  if (free < low) return warning(`The disk that holds ${folder} is filling up: ${freeSpace}.`, fix);
  return ok(`The folder ${folder} ${folder === there ? 'is writable' : 'can be created'}; ${freeSpace}`);
}

/** Writes and deletes a file, because only a write reveals quotas and broken disks. */
async function tryWrite(folder: string): Promise<void> {
  const file = join(folder, `.doctor-${randomUUID()}`);
  try {
    await writeFile(file, Buffer.alloc(65_536), { flag: 'wx', flush: true });
  } finally {
    await rm(file, { force: true });
  }
}

function sizeOf(bytes: number): string {
  return bytes < 1e9 ? `${Math.floor(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}

export async function checkMode(files: readonly string[]): Promise<Finding[]> {
  if (process.platform === 'win32') return [];
  const open: string[] = [];
  for (const file of files) if (existsSync(file) && ((await stat(file)).mode & 0o077) !== 0) open.push(file);
  if (open.length === 0) return [];
  return [warning(`Other users of this machine can read ${open.join(', ')}.`, `chmod 600 ${open.join(' ')}`)];
}

const MAX_NAMED = 5;

/** Reports which data folder and database are used, and why: a shell may lack variables that the service has. */
export function checkEnvironment(
  { dataDir, database }: Pick<Config, 'dataDir' | 'database'>,
  { environment, folder }: { readonly environment: Environment; readonly folder: string },
): Finding[] {
  const source = (name: string) =>
    environment[name] || environment[`${name}_FILE`] ? `set by ${name}` : `the default without ${name}`;
  return [
    ok(`The data folder is ${dataDir} (${source('DATA_DIR')})`),
    ok(`${describeTarget(database)} is used (${source('DATABASE_URL')})`),
    ...checkUnreadVariables(join(folder, '.env'), environment),
  ];
}

/** Reports a `.env` file whose values are not in this environment, because only Docker Compose reads it. */
function checkUnreadVariables(file: string, environment: Environment): Finding[] {
  const written = valuesIn(file);
  const unknown = Object.keys(written).filter((name) => environment[name] !== written[name]);
  if (unknown.length === 0) return [];
  const named = unknown.slice(0, MAX_NAMED).join(', ');
  const more = unknown.length > MAX_NAMED ? ', …' : '';
  return [
    warning(
      `Neither the server nor this command reads ${file}. Not set: ${named}${more}.`,
      'To set them, run: set -a; . ./.env; set +a',
    ),
  ];
}

function valuesIn(file: string): Environment {
  try {
    return parseEnv(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}
