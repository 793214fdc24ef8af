import { isWebBuildFresh } from '#server/building/web-build.ts';
import { withDeadline } from '#server/concurrency/timers.ts';
import type { Config } from '#server/config.ts';
import { connect, type Database } from '#server/database/connect.ts';
import { findPoolId, isSealed, isSecretOf } from '#server/database/pool-settings.ts';
import { verifyMailServer } from '#server/mail/index.ts';
import { systemClock } from '#server/platform/clock.ts';
import { reasonOf } from '#server/platform/reason-of.ts';
import { presentSecret, secretFile } from '#server/process/installation-secret.ts';
import { checkFromOutside, checkPort, checkPublicUrl } from './check-addresses.ts';
import { checkDatabase, checkNotifications } from './check-database.ts';
import { checkFolders, checkMode } from './check-machine.ts';
import { checkStorage } from './check-media.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const DEADLINE_MS = 10_000;

async function checkMail({ mail: { smtpUrl } }: Config): Promise<Finding> {
  if (smtpUrl === undefined) {
    const what = 'No mail server is configured: emails stay in the outbox in DATA_DIR and are not sent.';
    return warning(what, 'Set SMTP_URL and MAIL_FROM.');
  }
  const { host } = new URL(smtpUrl);
  try {
    await withDeadline(2 * DEADLINE_MS, verifyMailServer(smtpUrl, { waitMs: DEADLINE_MS }));
    return ok(`The mail server at ${host} accepts the sign-in`);
  } catch (error) {
    return problem(`The mail server at ${host} cannot be used: ${reasonOf(error)}.`, 'Check SMTP_URL.');
  }
}

const WAIT_MS = 5000;
const CLOSE_MS = 5000;

/** A failing check does not prevent the others. */
export async function* examine(config: Config): AsyncGenerator<Finding> {
  const now = () => systemClock.now();
  yield* await checkFolders(config);
  let poolId: string | undefined;
  const database = readOnly(connect(config.database, { waitMs: WAIT_MS }));
  try {
    const { findings, isUsable } = await checkDatabase(config, database, now);
    yield* findings;
    const usable = isUsable ? database : undefined;
    if (usable) yield* await checkNotifications(config);
    yield* await checkSecret(config, usable);
    yield* await checkStorage(config, usable);
    if (!usable)
      yield warning('Files were not compared with the database.', 'Run this again when the database responds.');
    else poolId = await withDeadline(WAIT_MS, findPoolId(usable.reader)).catch(() => undefined);
  } finally {
    await withDeadline(CLOSE_MS, database.close()).catch(() => {});
  }
  yield await checkMail(config);
  yield* checkPublicUrl(config);
  yield await checkPort(config, poolId);
  yield* checkFromOutside(config, now);
  yield (await isWebBuildFresh())
    ? ok('The web app is built')
    : warning('The web app is not built. The next start builds it.', 'To build it now, run `kawaraban build`.');
}

/** Replaces the writer, so that checks cannot write by accident. */
function readOnly(database: Database): Database {
  return { ...database, writer: database.reader };
}

/** Checks that the secret decrypts the database; without a database, that a secret exists. */
async function checkSecret(config: Config, database: Database | undefined): Promise<Finding[]> {
  const isFromEnvironment = config.identity.secret !== undefined;
  const name = isFromEnvironment ? 'SECRET' : `The secret in ${secretFile(config)}`;
  try {
    const secret = await presentSecret(config);
    if (secret === undefined) return [await checkMissingSecret(database)];
    const opens = database && (await withDeadline(DEADLINE_MS, isSecretOf(database.reader, secret)));
    if (opens === false)
      return [problem(`${name} does not decrypt the data in the database.`, fixForSecret(isFromEnvironment))];
    const state = opens ? 'decrypts the data in the database' : 'exists';
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
