import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Config } from '#server/config.ts';
import { type Finding, fine, worthKnowing, wrong } from './finding.ts';

const OLDEST_NODE = 24;
/** Less is full before anybody has noticed. */
const LITTLE_BYTES = 1_000_000_000;
const HARDLY_BYTES = 100_000_000;

export function lookAtNode(version = process.versions.node): Finding {
  return Number.parseInt(version, 10) >= OLDEST_NODE
    ? fine(`Node.js ${version}`)
    : wrong(`Node.js ${version} is too old.`, `Install Node.js ${OLDEST_NODE} or later.`);
}

/** Folders that the installation writes to. */
export async function lookAtFolders({ dataDir, database, storage }: Config): Promise<Finding[]> {
  const named = new Map([
    ...(database.engine === 'sqlite' ? ([[dirname(database.path), 'DATABASE_URL']] as const) : []),
    ...(storage.kind === 'disk' ? ([[storage.folder, 'STORAGE_URL']] as const) : []),
    [dataDir, 'DATA_DIR'],
  ]);
  return Promise.all([...named].map(([folder, saidBy]) => lookAtFolder(folder, saidBy)));
}

async function lookAtFolder(folder: string, saidBy: string): Promise<Finding> {
  const there = nearestExisting(folder);
  try {
    if (!statSync(there).isDirectory()) throw new Error('It is no folder');
    accessSync(there, constants.W_OK | constants.X_OK);
  } catch {
    return wrong(`The folder ${folder} cannot be written.`, `Make it writable, or set ${saidBy} to another one.`);
  }
  const { bavail, bsize } = await statfs(there);
  const free = bavail * bsize;
  const said = `${(free / 1e9).toFixed(1)} GB are free`;
  const mend = 'Make room: what cannot be written is refused.';
  if (free < HARDLY_BYTES) return wrong(`The folder ${folder} is almost full: ${said}.`, mend);
  if (free < LITTLE_BYTES) return worthKnowing(`The folder ${folder} is filling up: ${said}.`, mend);
  return fine(`The folder ${folder} ${folder === there ? 'can be written' : 'can be made'}; ${said}`);
}

function nearestExisting(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestExisting(dirname(folder));
}
