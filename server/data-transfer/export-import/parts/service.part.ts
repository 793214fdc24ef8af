import { z } from 'zod';
import { ContentId } from '#contract/posts.ts';
import { CommentStatus, isConfigName, ServiceConfigs } from '#contract/service-configs.ts';
import { NewServiceId, ServiceFunction, ServiceLabel } from '#contract/services.ts';
import { emitServiceRaised } from '../../../database/commits.ts';
import { TransferError } from '../../transfer-error.ts';
import { definePart } from '../part.ts';
import { insertNew, listContents, readService } from '../service-rows.repository.ts';
import { StoredInstant } from './post-record.ts';

type SetConfigs = {
  [Name in keyof ServiceConfigs]?: { value: ServiceConfigs[Name]; updatedAt: string };
};

const configs = Object.fromEntries(
  Object.entries(ServiceConfigs.shape).map(([name, value]) => [
    name,
    z.strictObject({ value, updatedAt: StoredInstant }).optional(),
  ]),
);

const ServiceRecord = z.strictObject({
  serviceId: NewServiceId,
  label: ServiceLabel,
  functions: z.array(ServiceFunction).max(10),
  createdAt: StoredInstant,
  updatedAt: StoredInstant.nullable(),
  configs: z.strictObject(configs) as unknown as z.ZodType<SetConfigs>,
});

export const servicePart = definePart({
  name: 'service',
  table: 'services',
  schema: ServiceRecord,
  async *read(db, serviceId) {
    const found = await readService(db, serviceId);
    if (!found) throw new TransferError(`The service ${serviceId} does not exist.`);
    const { configs: rows, functions, ...service } = found;
    const known = rows.filter(({ configName }) => isConfigName(configName));
    const entries = known.map(({ configName, configVal, updatedAt }) => [
      configName,
      { value: JSON.parse(configVal), updatedAt },
    ]);
    yield { ...service, functions: JSON.parse(functions), configs: Object.fromEntries(entries) };
  },
  check: (record, { serviceId }) => {
    if (record.serviceId !== serviceId) throw new TransferError('serviceId differs from the manifest.');
    return record;
  },
  store: async (trx, records, { serviceId }) => {
    for (const { configs: set, functions, ...service } of records) {
      await emitServiceRaised(trx, serviceId);
      const rows = Object.entries(set).map(([configName, { value, updatedAt }]) => {
        return { serviceId, configName, updatedAt, configVal: JSON.stringify(value) };
      });
      await insertNew(trx, {
        services: [{ ...service, functions: JSON.stringify(functions), revision: 1 }],
        serviceConfigs: rows,
      });
    }
  },
});

const ContentRecord = z.strictObject({
  contentId: ContentId,
  commentDefaultPublishStatus: CommentStatus,
  createdAt: StoredInstant,
  updatedAt: StoredInstant.nullable(),
});

export const contentPart = definePart({
  name: 'contents',
  table: 'serviceContents',
  schema: ContentRecord,
  async *read(db, serviceId) {
    yield* await listContents(db, serviceId);
  },
  check: (record) => record,
  store: (trx, records, { serviceId }) =>
    insertNew(trx, { serviceContents: records.map((record) => ({ serviceId, ...record })) }),
});
