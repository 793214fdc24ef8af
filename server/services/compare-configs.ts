import type { ServiceConfigs, ServiceConfigsInput } from '#contract/service-configs.ts';

/** What of a service's settings has to be written. */
export interface ConfigChange {
  readonly set: Partial<ServiceConfigs>;
  /** Names of those that go back to their defaults. */
  readonly unset: readonly string[];
}

/** Compares settings as they are stored with what somebody asks for; `null` asks for the default. */
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
