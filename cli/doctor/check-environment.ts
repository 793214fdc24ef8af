import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import type { Environment } from '#server/config/variables.ts';
import type { Config } from '#server/config.ts';
import { describeTarget } from '#server/process/open-database.ts';
import { type Finding, ok, warning } from './finding.ts';

const MAX_NAMED = 5;

/** Reports which data folder and database are used, and why: a shell may lack variables that the service has. */
export function checkEnvironment(
  { dataDir, database }: Pick<Config, 'dataDir' | 'database'>,
  { environment, folder }: { readonly environment: Environment; readonly folder: string },
): Finding[] {
  const source = (name: string) =>
    environment[name] || environment[`${name}_FILE`] ? `as ${name} says` : `since ${name} is not set`;
  return [
    ok(`The data folder is ${dataDir}, ${source('DATA_DIR')}`),
    ok(`${describeTarget(database)} is used, ${source('DATABASE_URL')}`),
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
