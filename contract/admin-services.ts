import { z } from 'zod';
import { endpointsOf, viewerOfService } from './endpoint.ts';
import { listOf } from './lists.ts';
import { ServiceConfigs, ServiceConfigsInput } from './service-configs.ts';
import { NewServiceId, ServiceFunction, ServiceLabel, ServiceParams } from './services.ts';
import { Instant, Revision, text } from './text.ts';

export const ServiceRecord = z
  .object({
    serviceId: z.string(),
    label: z.string(),
    functions: z.array(ServiceFunction),
    /** Incremented by every change of label, functions or settings. */
    revision: z.int(),
    createdAt: Instant,
    updatedAt: Instant.nullable(),
  })
  .meta({ id: 'ServiceRecord' });
export type ServiceRecord = z.infer<typeof ServiceRecord>;

export const ServiceDetail = ServiceRecord.extend({ configs: ServiceConfigs }).meta({ id: 'ServiceDetail' });
export type ServiceDetail = z.infer<typeof ServiceDetail>;

const ConfigValue = z.union([z.string(), z.int(), z.boolean(), z.array(z.string())]);

/** One setting of a service. When it was never set, `updatedAt` is `null` and `configVal` is the default. */
export const ServiceConfig = z
  .object({
    serviceId: z.string(),
    configName: z.string(),
    configVal: ConfigValue,
    /** True when the value is a list. */
    isJson: z.boolean(),
    /** Shared by all settings of the service. */
    revision: z.int(),
    updatedAt: Instant.nullable(),
  })
  .meta({ id: 'ServiceConfig' });
export type ServiceConfig = z.infer<typeof ServiceConfig>;

const ConfigParams = ServiceParams.extend({ configKey: text({ min: 1, max: 100 }) });

const functions = listOf(ServiceFunction, { max: ServiceFunction.options.length });

export const ServiceCreation = z
  .object({
    serviceId: NewServiceId,
    label: ServiceLabel,
    functions: functions.nullish(),
    configs: ServiceConfigsInput.nullish(),
  })
  .meta({ id: 'ServiceCreation' });
export type ServiceCreation = z.output<typeof ServiceCreation>;

/**
 * Absent and `null` keys keep their value. Unknown keys are rejected by name. A change based on an older `revision`
 * fails with 409.
 */
export const ServiceChange = z
  .strictObject({
    label: ServiceLabel.nullish(),
    functions: functions.nullish(),
    configs: ServiceConfigsInput.nullish(),
    revision: Revision.nullish(),
  })
  .meta({ id: 'ServiceChange' });
export type ServiceChange = z.output<typeof ServiceChange>;

const endpoint = endpointsOf({
  tag: 'admin services',
  access: { level: 'admin', scope: 'any' },
  params: ServiceParams,
});

export const adminServiceApi = {
  list: endpoint('GET', '/admin/services', {
    summary: 'List all services by id',
    response: z.array(ServiceRecord),
  }),
  create: endpoint('POST', '/admin/services', {
    summary: 'Create a service; the caller gets access to it',
    body: ServiceCreation,
    response: ServiceDetail,
  }),
  configDefaults: endpoint('GET', '/admin/services/configs', {
    summary: 'List all settings of a service with their defaults',
    access: { level: 'viewer', scope: 'any' },
    response: z.array(z.object({ configName: z.string(), configVal: ConfigValue })),
  }),
  find: endpoint('GET', '/admin/services/:serviceId', {
    summary: 'Get a service with its settings',
    access: viewerOfService,
    response: ServiceDetail,
  }),
  exists: endpoint('HEAD', '/admin/services/:serviceId', {
    summary: 'Check whether a service id is taken (200) or free (404)',
    response: z.null(),
  }),
  update: endpoint('POST', '/admin/services/:serviceId', {
    summary: 'Update label, functions or settings; absent ones stay unchanged',
    access: { level: 'admin', scope: 'service' },
    body: ServiceChange,
    response: ServiceDetail,
  }),
  findConfig: endpoint('GET', '/admin/services/:serviceId/configs/:configKey', {
    summary: 'Get one setting of a service, or its default',
    access: viewerOfService,
    params: ConfigParams,
    response: ServiceConfig,
  }),
  saveConfig: endpoint('PUT', '/admin/services/:serviceId/configs/:configKey', {
    summary: 'Set one setting of a service; `null` restores the default',
    access: { level: 'admin', scope: 'service' },
    params: ConfigParams,
    body: z.object({
      /** Validated by the schema of the setting; errors carry the setting's name. */
      configVal: z.unknown(),
      revision: Revision.optional(),
    }),
    response: ServiceConfig,
  }),
};
