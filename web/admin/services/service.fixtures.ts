import { defaultServiceConfigs } from '#contract/service-configs.ts';

/** The answer of the endpoint that lists the default of each setting. */
export const configDefaults = Object.entries(defaultServiceConfigs).map(([configName, configVal]) => ({
  configName,
  configVal,
}));
