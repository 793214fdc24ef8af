export { accountRoutes, linkedIdentityRoutes } from './account.routes.ts';
export { photoRoutes } from './photo.routes.ts';
