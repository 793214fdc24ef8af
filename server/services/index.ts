export { adminServiceRoutes } from './admin-service.routes.ts';
export { createService } from './create-service.ts';
export {
  findServiceDetail,
  isAnyService,
  isService,
  listServicesOf,
  raiseServiceRevision,
} from './service.repository.ts';
export { serviceRoutes } from './service.routes.ts';
export { serviceGuard } from './service-guard.ts';
