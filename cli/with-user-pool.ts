import { createAuditLog } from '#server/audit/index.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/database/connect.ts';
import type { UserPool } from '#server/identity/index.ts';
import { systemClock } from '#server/platform/clock.ts';
import { createVault } from '#server/platform/vault.ts';
import { installationSecret } from '#server/process/installation-secret.ts';
import { ensureWritable, openDatabase } from '#server/process/open-database.ts';
import { openInstallationPool } from '#server/process/open-identity.ts';
import { installationMailer } from '#server/process/open-mail.ts';

export interface PoolAndDatabase {
  readonly userPool: UserPool;
  readonly database: Database;
}

export async function withUserPool<Result>(
  config: Config,
  work: (opened: PoolAndDatabase) => Promise<Result>,
): Promise<Result> {
  await ensureWritable(config);
  await using database = await openDatabase(config, {});
  const secret = await installationSecret(config, database);
  const tools = { database, clock: systemClock };
  const mailer = installationMailer(config, { ...tools, vault: createVault(secret) });
  const audit = createAuditLog(tools);
  return await work({ database, userPool: await openInstallationPool(config, { ...tools, mailer, audit, secret }) });
}
