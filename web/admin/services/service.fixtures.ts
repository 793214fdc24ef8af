import { defaultServiceConfigs } from '#contract/service-configs.ts';

/** Response of the endpoint with the setting defaults. */
export const configDefaults = Object.entries(defaultServiceConfigs).map(([configName, configVal]) => ({
  configName,
  configVal,
}));
