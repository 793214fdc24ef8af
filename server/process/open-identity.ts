import { deleteUser } from '../account/index.ts';
import type { AuditLog } from '../audit/index.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/connect.ts';
import { noteSecret, WrongSecretError } from '../database/pool-settings.ts';
import { embeddedIdentity, hostedIdentity, type Identity, openUserPool, type UserPool } from '../identity/index.ts';
import type { Mailer } from '../mail/index.ts';
import type { Clock } from '../platform/clock.ts';
import { secretFile } from './installation-secret.ts';
import { StartError } from './start-error.ts';

export async function openIdentity(config: Config, tools: PoolTools): Promise<Identity> {
  if (config.hostedPool) {
    await noteSecret(tools.database, tools.secret);
    return hostedIdentity({ ...tools, ...config.hostedPool });
  }
  return embeddedIdentity(await openInstallationPool(config, tools));
}

export interface PoolTools {
  readonly database: Database;
  readonly clock: Clock;
  readonly mailer: Mailer;
  readonly audit: AuditLog;
  readonly secret: string;
}

export async function openInstallationPool(config: Config, tools: PoolTools): Promise<UserPool> {
  const { publicUrl } = config;
  const { secret: configuredSecret, isUserPasswordAuthEnabled, mfaRequiredOf, providers } = config.identity;
  const issuer = `${config.publicUrl ?? `http://localhost:${config.port}`}/identity`;
  try {
    const options = { issuer, publicUrl, isUserPasswordAuthEnabled, mfaRequiredOf, providers };
    return await openUserPool({ ...tools, ...options, deleteUser });
  } catch (error) {
    if (!(error instanceof WrongSecretError)) throw error;
    const file = secretFile(config);
    throw new StartError(
      configuredSecret === undefined
        ? `The secret in ${file} is not the one that this database was created with. Restore that file or set SECRET. If a rotation was interrupted, run \`kawaraban secret rotate\` again.`
        : 'SECRET is not the one that this database was created with. Set it to its earlier value.',
    );
  }
}
