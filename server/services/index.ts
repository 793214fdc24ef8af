export { createService } from './create-service.ts';
export { isAnyService, isService, raiseServiceRevision } from './service.repository.ts';
export { serviceRoutes } from './service.routes.ts';
export { serviceGuard } from './service-guard.ts';
