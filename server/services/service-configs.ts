import type { ServiceConfig } from '#contract/admin-services.ts';
import { fieldMessages, messages } from '#contract/errors.ts';
import {
  type ConfigName,
  defaultServiceConfigs,
  isConfigName,
  type ServiceConfigs,
  ServiceConfigsInput,
} from '#contract/service-configs.ts';
import type { Db } from '../database/connect.ts';
import { invalid, invalidBySchema, notFound } from '../http/errors.ts';
import { findServiceConfig } from './service-config.repository.ts';

export async function readConfig(db: Db, serviceId: string, configName: ConfigName): Promise<ServiceConfig> {
  const stored = await findServiceConfig(db, serviceId, configName);
  if (!stored) throw notFound(messages.serviceMissing);
  const { updatedAt, revision } = stored;
  const configVal = stored.configVal ?? defaultServiceConfigs[configName];
  return { serviceId, configName, configVal, isJson: Array.isArray(configVal), revision, updatedAt };
}

export function readConfigName(name: string): ConfigName {
  if (!isConfigName(name)) throw notFound();
  return name;
}

export function readConfigValue(name: ConfigName, value: unknown): ServiceConfigsInput {
  if (value === undefined) throw invalid({ configVal: fieldMessages.required });
  const parsed = ServiceConfigsInput.safeParse({ [name]: value }, { reportInput: true });
  if (!parsed.success) throw invalidBySchema(parsed.error);
  return parsed.data;
}

interface ConfigChange {
  readonly set: Partial<ServiceConfigs>;
  readonly unset: readonly string[];
}

/** `null` requests the default. */
export function compareConfigs(stored: Partial<ServiceConfigs>, requested: ServiceConfigsInput): ConfigChange {
  const before = new Map(Object.entries(stored));
  const requestedEntries = Object.entries(requested).filter(([, value]) => value !== undefined);
  const set = requestedEntries.filter(([name, value]) => value !== null && !isSame(before.get(name), value));
  const unset = requestedEntries.filter(([name, value]) => value === null && before.has(name));
  return { set: Object.fromEntries(set), unset: unset.map(([name]) => name) };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
