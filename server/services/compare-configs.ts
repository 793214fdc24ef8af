import type { ServiceConfigs, ServiceConfigsInput } from '#contract/service-configs.ts';

export interface ConfigChange {
  readonly set: Partial<ServiceConfigs>;
  readonly unset: readonly string[];
}

/** Compares stored with requested settings; `null` requests the default. */
export function compareConfigs(stored: Partial<ServiceConfigs>, asked: ServiceConfigsInput): ConfigChange {
  const before = new Map(Object.entries(stored));
  const given = Object.entries(asked).filter(([, value]) => value !== undefined);
  const set = given.filter(([name, value]) => value !== null && !isSame(before.get(name), value));
  const unset = given.filter(([name, value]) => value === null && before.has(name));
  return { set: Object.fromEntries(set), unset: unset.map(([name]) => name) };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
