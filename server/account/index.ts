export { accountRoutes } from './account.routes.ts';
export { linkedIdentityRoutes } from './identity.routes.ts';
export { photoRoutes } from './photo.routes.ts';
