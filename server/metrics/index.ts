export type { Colleague, Colleagues } from './merge-figures.ts';
export { metricsRoutes } from './metrics.routes.ts';
