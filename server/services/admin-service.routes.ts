import type { Transaction } from 'kysely';
import { adminServiceApi, type ServiceChange, type ServiceDetail } from '#contract/admin-services.ts';
import { messages } from '#contract/errors.ts';
import { defaultServiceConfigs } from '#contract/service-configs.ts';
import { NewServiceId } from '#contract/services.ts';
import type { Database, Db } from '../database/connect.ts';
import type { Tables } from '../database/tables.ts';
import { badRequest, notFound, requireRevision } from '../http/errors.ts';
import type { Api } from '../http/implement.ts';
import { type ChangeTools, changeService } from './change-service.ts';
import { createService } from './create-service.ts';
import { findServiceDetail, isService, listServices, lockSettings } from './service.repository.ts';
import { readConfig, readConfigName, readConfigValue } from './service-configs.ts';

export function adminServiceRoutes(
  api: Api,
  { database: { reader, writer }, clock, onImageSizesChanged }: ChangeTools & { database: Database },
): void {
  api.implement(adminServiceApi.list, () => listServices(reader));

  api.implement(adminServiceApi.create, ({ body, actor }) =>
    writer.transaction().execute(async (trx) => {
      const { serviceId, label, functions, configs } = body;
      const service = { serviceId, label, functions: functions ?? [], configs: configs ?? {} };
      await createService(trx, { clock }, { ...service, creator: actor.username });
      return getServiceDetail(trx, serviceId);
    }),
  );

  api.implement(adminServiceApi.configDefaults, async () =>
    Object.entries(defaultServiceConfigs).map(([configName, configVal]) => ({ configName, configVal })),
  );

  api.implement(adminServiceApi.find, ({ params: { serviceId } }) => getServiceDetail(reader, serviceId));

  api.implement(adminServiceApi.exists, async ({ params: { serviceId } }) => {
    const isFree = NewServiceId.safeParse(serviceId).success && !(await isService(reader, serviceId));
    if (isFree) throw notFound(messages.serviceMissing);
    return null;
  });

  api.implement(adminServiceApi.update, async ({ params: { serviceId }, body }) => {
    if (isEmptyChange(body)) throw badRequest(messages.dataEmpty);
    return change(serviceId, body, (trx) => getServiceDetail(trx, serviceId));
  });

  api.implement(adminServiceApi.findConfig, async ({ params: { serviceId, configKey } }) =>
    readConfig(reader, serviceId, readConfigName(configKey)),
  );

  api.implement(adminServiceApi.saveConfig, async ({ params: { serviceId, configKey }, body }) => {
    const name = readConfigName(configKey);
    const configs = readConfigValue(name, body.configVal);
    return change(serviceId, { configs, revision: body.revision }, (trx) => readConfig(trx, serviceId, name));
  });

  function change<Answer extends { readonly revision: number }>(
    serviceId: string,
    { revision, ...change }: ServiceChange,
    read: (trx: Transaction<Tables>) => Promise<Answer>,
  ): Promise<Answer> {
    return writer.transaction().execute(async (trx) => {
      await lockSettings(trx, serviceId);
      await requireRevision(revision, () => read(trx));
      await changeService(trx, { clock, serviceId, onImageSizesChanged }, change);
      return read(trx);
    });
  }
}

function isEmptyChange({ label, functions, configs }: ServiceChange): boolean {
  return !label && !functions && Object.keys(configs ?? {}).length === 0;
}

async function getServiceDetail(db: Db, serviceId: string): Promise<ServiceDetail> {
  const service = await findServiceDetail(db, serviceId);
  if (!service) throw notFound(messages.serviceMissing);
  return service;
}
