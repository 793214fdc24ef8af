export { accountRoutes } from './account.routes.ts';
export { deleteUser } from './delete-account.ts';
export { photoRoutes } from './photo.routes.ts';
