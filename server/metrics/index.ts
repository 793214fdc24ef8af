export type { Colleague, OtherWorkers } from './merge-figures.ts';
export { metricsRoutes } from './metrics.routes.ts';
