export { checkBytes } from './check-content.ts';
export { startMediaCleaning } from './clean-media.ts';
export { type LocalFileTools, storeLocalFile } from './store-local-file.ts';
export { countUploads } from './upload.repository.ts';
export { fileUploadRoutes, uploadRoutes } from './upload.routes.ts';
export { startUploadWatch } from './watch-uploads.ts';
