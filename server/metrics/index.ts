export type { OtherWorker, OtherWorkers } from './metrics.routes.ts';
export { metricsRoutes } from './metrics.routes.ts';
