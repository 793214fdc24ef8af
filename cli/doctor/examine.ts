import { isWebBuildFresh } from '#server/building/web-build.ts';
import { withDeadline } from '#server/concurrency/with-timeout.ts';
import type { Config } from '#server/config.ts';
import { connect, type Database } from '#server/database/connect.ts';
import { findPoolId } from '#server/database/pool-settings.ts';
import { verifyMailServer } from '#server/mail/index.ts';
import { systemClock } from '#server/platform/clock.ts';
import { reasonOf } from '#server/platform/reason-of.ts';
import { checkFromOutside, checkPort, checkPublicUrl } from './check-addresses.ts';
import { checkDatabase, checkNotifications } from './check-database.ts';
import { checkFolders } from './check-machine.ts';
import { checkStorage } from './check-media.ts';
import { checkSecret } from './check-secret.ts';
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
