import type { Config } from '../config.ts';
import { embeddedIdentity, hostedIdentity, type Identity, noteSecret } from '../identity/index.ts';
import { openInstallationPool, type PoolTools } from './open-user-pool.ts';

/**
 * Opens the configured user pool.
 * @throws {StartError} when the embedded pool was created with another secret
 */
export async function openIdentity(config: Config, tools: PoolTools): Promise<Identity> {
  if (config.hostedPool) {
    await noteSecret(tools.database, tools.secret);
    return hostedIdentity({ ...tools, ...config.hostedPool });
  }
  return embeddedIdentity(await openInstallationPool(config, tools));
}
