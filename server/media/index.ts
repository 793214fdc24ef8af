export { listFilesById, replaceFilesOfPost } from './file.repository.ts';
export { mediaRoutes } from './media.routes.ts';
