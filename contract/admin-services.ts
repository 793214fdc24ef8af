import { z } from 'zod';
import { endpoint, viewerOfService } from './endpoint.ts';
import { listOf } from './lists.ts';
import { Revision } from './revision.ts';
import { ServiceConfigs, ServiceConfigsInput } from './service-configs.ts';
import { NewServiceId, ServiceFunction, ServiceLabel, ServiceParams } from './services.ts';
import { Instant, text } from './text.ts';

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

export const adminServiceApi = {
  list: endpoint({
    method: 'GET',
    path: '/admin/services',
    summary: 'List all services by id',
    tag: 'admin services',
    access: { level: 'admin', scope: 'any' },
    response: z.array(ServiceRecord),
  }),
  create: endpoint({
    method: 'POST',
    path: '/admin/services',
    summary: 'Create a service; the caller gets access to it',
    tag: 'admin services',
    access: { level: 'admin', scope: 'any' },
    body: ServiceCreation,
    response: ServiceDetail,
  }),
  configDefaults: endpoint({
    method: 'GET',
    path: '/admin/services/configs',
    summary: 'List all settings of a service with their defaults',
    tag: 'admin services',
    access: { level: 'viewer', scope: 'any' },
    response: z.array(z.object({ configName: z.string(), configVal: ConfigValue })),
  }),
  find: endpoint({
    method: 'GET',
    path: '/admin/services/:serviceId',
    summary: 'Get a service with its settings',
    tag: 'admin services',
    access: viewerOfService,
    params: ServiceParams,
    response: ServiceDetail,
  }),
  exists: endpoint({
    method: 'HEAD',
    path: '/admin/services/:serviceId',
    summary: 'Check whether a service id is taken (200) or free (404)',
    tag: 'admin services',
    access: { level: 'admin', scope: 'any' },
    params: ServiceParams,
    response: z.null(),
  }),
  update: endpoint({
    method: 'POST',
    path: '/admin/services/:serviceId',
    summary: 'Update label, functions or settings; absent ones stay unchanged',
    tag: 'admin services',
    access: { level: 'admin', scope: 'service' },
    params: ServiceParams,
    body: ServiceChange,
    response: ServiceDetail,
  }),
  findConfig: endpoint({
    method: 'GET',
    path: '/admin/services/:serviceId/configs/:configKey',
    summary: 'Get one setting of a service, or its default',
    tag: 'admin services',
    access: viewerOfService,
    params: ConfigParams,
    response: ServiceConfig,
  }),
  saveConfig: endpoint({
    method: 'PUT',
    path: '/admin/services/:serviceId/configs/:configKey',
    summary: 'Set one setting of a service; `null` restores the default',
    tag: 'admin services',
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
