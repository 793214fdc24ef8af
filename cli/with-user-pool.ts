import { createAuditLog } from '#server/audit/index.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/database/connect.ts';
import type { UserPool } from '#server/identity/index.ts';
import { installationSecret } from '#server/installation-secret.ts';
import { ensureWritable, openDatabase } from '#server/open-database.ts';
import { installationMailer } from '#server/open-mail.ts';
import { openInstallationPool } from '#server/open-user-pool.ts';
import { systemClock } from '#server/platform/clock.ts';
import { createVault } from '#server/platform/vault.ts';

export interface PoolAndDatabase {
  readonly userPool: UserPool;
  readonly database: Database;
}

/** Opens database and embedded user pool, and closes them after the work. */
export async function withUserPool<Result>(
  config: Config,
  work: (opened: PoolAndDatabase) => Promise<Result>,
): Promise<Result> {
  await ensureWritable(config);
  const database = await openDatabase(config, {});
  try {
    const secret = await installationSecret(config, database);
    const tools = { database, clock: systemClock };
    const mailer = installationMailer(config, { ...tools, vault: createVault(secret) });
    const audit = createAuditLog(tools);
    return await work({ database, userPool: await openInstallationPool(config, { ...tools, mailer, audit, secret }) });
  } finally {
    await database.close();
  }
}
