export { accountRoutes, deleteUser } from './account.routes.ts';
export { photoRoutes } from './photo.routes.ts';
