export { insertFile, listFilesById, listFilesEverById, toNameKey, toNewFile } from './file.repository.ts';
export { fileLibraryRoutes } from './library/library.routes.ts';
export { mediaRoutes } from './media.routes.ts';
export { originalKey, PRIVATE_PREFIX } from './media-keys.ts';
export type { MediaTools } from './media-tools.ts';
export { describeFile, mediaAddressOf, type Showing, showPicture } from './serving/describe-file.ts';
export { countQueuedPictures } from './serving/variants.ts';
