import { adminServiceApi, type ServiceChange, type ServiceDetail } from '#contract/admin-services.ts';
import { messages } from '#contract/errors.ts';
import { defaultServiceConfigs } from '#contract/service-configs.ts';
import { NewServiceId } from '#contract/services.ts';
import type { Database, Db } from '../database/connect.ts';
import type { Transaction } from '../database/tables.ts';
import { badRequest, notFound, requireRevision } from '../http/errors.ts';
import type { Api } from '../http/implement.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import { createService } from './create-service.ts';
import {
  findServiceDetail,
  findStoredService,
  isService,
  listServices,
  lockSettings,
  updateService,
} from './service.repository.ts';
import { deleteServiceConfigs, saveServiceConfigs } from './service-config.repository.ts';
import { compareConfigs, readConfig, readConfigName, readConfigValue } from './service-configs.ts';

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
    read: (trx: Transaction) => Promise<Answer>,
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

export interface ChangeTools {
  readonly clock: Clock;
  /** Runs in the transaction, to update content that contains image sizes. */
  readonly onImageSizesChanged: (
    trx: Transaction,
    changed: { readonly serviceId: string; readonly now: string },
  ) => Promise<void>;
}

/** Writes nothing without a difference. Every setting may affect some page, so each change invalidates the caches. */
async function changeService(
  trx: Transaction,
  { clock, serviceId, onImageSizesChanged }: ChangeTools & { serviceId: string },
  { label, functions, configs }: Omit<ServiceChange, 'revision'>,
): Promise<void> {
  const stored = await findStoredService(trx, serviceId);
  if (!stored) throw notFound(messages.serviceMissing);
  const { record } = stored;
  const change = {
    ...(label && label !== record.label && { label }),
    ...(functions && !isSameSet(functions, record.functions) && { functions }),
  };
  const { set, unset } = compareConfigs(stored.configs, configs ?? {});
  if (Object.keys({ ...change, ...set }).length + unset.length === 0) return;
  const updatedAt = toInstant(clock.now());
  await updateService(trx, serviceId, { ...change, updatedAt });
  await saveServiceConfigs(trx, { serviceId, configs: set, updatedAt });
  await deleteServiceConfigs(trx, serviceId, unset);
  const areSizesOther = 'mediaUploadImageSizes' in set || unset.includes('mediaUploadImageSizes');
  if (areSizesOther) await onImageSizesChanged(trx, { serviceId, now: updatedAt });
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item) => other.includes(item));
}
