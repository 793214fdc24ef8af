export { adminServiceRoutes } from './admin-service.routes.ts';
export { createService } from './create-service.ts';
export {
  deleteServices,
  findPublicService,
  findServiceDetail,
  isAnyService,
  isFull,
  isService,
  listPublicServices,
  listServicesOf,
} from './service.repository.ts';
export { serviceGuard, serviceRoutes } from './service.routes.ts';
export { findServiceConfigs } from './service-config.repository.ts';
export { serviceContentRoutes } from './service-content.routes.ts';
