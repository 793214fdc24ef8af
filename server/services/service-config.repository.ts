import { type ConfigName, defaultServiceConfigs, type ServiceConfigs } from '#contract/service-configs.ts';
import type { Db } from '../database/connect.ts';
import type { Transaction } from '../database/tables.ts';

/** `revision` covers all settings; `configVal` is null when not set. */
export async function findServiceConfig(
  db: Db,
  serviceId: string,
  configName: ConfigName,
): Promise<{ configVal: ServiceConfigs[ConfigName] | null; updatedAt: string | null; revision: number } | undefined> {
  const row = await db
    .selectFrom('services')
    .leftJoin('serviceConfigs', (join) =>
      join.onRef('serviceConfigs.serviceId', '=', 'services.serviceId').on('configName', '=', configName),
    )
    .select(['configVal', 'serviceConfigs.updatedAt', 'services.settingsRevision as revision'])
    .where('services.serviceId', '=', serviceId)
    .executeTakeFirst();
  return row && { ...row, configVal: row.configVal === null ? null : JSON.parse(row.configVal) };
}

export async function findServiceConfigs<Name extends ConfigName>(
  db: Db,
  serviceId: string,
  configNames: readonly Name[],
): Promise<Pick<ServiceConfigs, Name>> {
  const rows = await db
    .selectFrom('serviceConfigs')
    .select(['configName', 'configVal'])
    .where('serviceId', '=', serviceId)
    .where('configName', 'in', configNames)
    .execute();
  const stored = rows.map(({ configName, configVal }) => [configName, JSON.parse(configVal)]);
  return { ...defaultServiceConfigs, ...Object.fromEntries(stored) };
}

export async function saveServiceConfigs(
  trx: Transaction,
  { serviceId, configs, updatedAt }: { serviceId: string; configs: Partial<ServiceConfigs>; updatedAt: string },
): Promise<void> {
  const rows = Object.entries(configs).map(([configName, value]) => ({
    serviceId,
    configName,
    configVal: JSON.stringify(value),
    updatedAt,
  }));
  if (rows.length === 0) return;
  await trx
    .insertInto('serviceConfigs')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['serviceId', 'configName']).doUpdateSet((eb) => ({
        configVal: eb.ref('excluded.configVal'),
        updatedAt: eb.ref('excluded.updatedAt'),
      })),
    )
    .execute();
}

export async function deleteServiceConfigs(
  trx: Transaction,
  serviceId: string,
  configNames: readonly string[],
): Promise<void> {
  if (configNames.length === 0) return;
  await trx
    .deleteFrom('serviceConfigs')
    .where('serviceId', '=', serviceId)
    .where('configName', 'in', configNames)
    .execute();
}
