import { defaultServiceConfigs } from '#contract/service-configs.ts';

export const configDefaults = Object.entries(defaultServiceConfigs).map(([configName, configVal]) => ({
  configName,
  configVal,
}));
