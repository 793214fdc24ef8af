import { withDeadline } from '#server/concurrency/with-timeout.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/database/connect.ts';
import { isSealed, isSecretOf } from '#server/database/pool-settings.ts';
import { reasonOf } from '#server/platform/reason-of.ts';
import { presentSecret, secretFile } from '#server/process/installation-secret.ts';
import { checkMode } from './check-machine.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const DEADLINE_MS = 10_000;

/** Checks that the secret decrypts the database; without a database, that a secret exists. */
export async function checkSecret(config: Config, database: Database | undefined): Promise<Finding[]> {
  const isFromEnvironment = config.identity.secret !== undefined;
  const name = isFromEnvironment ? 'SECRET' : `The secret in ${secretFile(config)}`;
  try {
    const secret = await presentSecret(config);
    if (secret === undefined) return [await checkMissingSecret(database)];
    const opens = database && (await withDeadline(DEADLINE_MS, isSecretOf(database.reader, secret)));
    if (opens === false)
      return [problem(`${name} does not decrypt the data in the database.`, fixForSecret(isFromEnvironment))];
    const state = opens ? 'decrypts the data in the database' : 'is there';
    return [ok(`${name} ${state}`), ...(isFromEnvironment ? [] : await checkMode([secretFile(config)]))];
  } catch (error) {
    const isClosed = ['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '');
    const fix = isClosed ? 'Make the user that runs the server its owner.' : fixForSecret(isFromEnvironment);
    return [problem(`${name} cannot be used: ${reasonOf(error)}.`, fix)];
  }
}

async function checkMissingSecret(database: Database | undefined): Promise<Finding> {
  const isNeeded = database && (await withDeadline(DEADLINE_MS, isSealed(database.reader)));
  return isNeeded
    ? problem('The secret of this database is missing: nobody can sign in.', fixForSecret(false))
    : warning('There is no secret yet.', 'The first start creates one in DATA_DIR. Store it with your backups.');
}

function fixForSecret(isFromEnvironment: boolean): string {
  return isFromEnvironment
    ? 'Set SECRET to the value that the database was created with.'
    : 'Restore the file from a backup, or set SECRET to its earlier value.';
}
