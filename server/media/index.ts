export { type CheckReport, checkMedia } from './check/check-media.ts';
export { checkObjects } from './check/check-objects.ts';
export { checkFiles } from './check/check-records.ts';
export type { Finding } from './check/finding.ts';
export { type MoveReport, moveMedia } from './check/move-media.ts';
export { eachOf } from './each-of.ts';
export { listFilesById, listFilesEverById } from './file.repository.ts';
export { fileIdsIn } from './file-references.ts';
export {
  deleteUsesOfGonePosts,
  forgetHistoryUses,
  moveUsesToBin,
  noteHistoryUses,
  replaceFileUses,
  takeUsesFromBin,
} from './file-use.repository.ts';
export type { ImageMaker } from './images/image-maker.ts';
export { createImageMaker } from './images/image-pool.ts';
export { fileLibraryRoutes } from './library/library.routes.ts';
export { mediaRoutes } from './media.routes.ts';
export { originalKey, PRIVATE_PREFIX } from './media-keys.ts';
export type { MediaTools } from './media-tools.ts';
export { toNameKey, toNewFile } from './new-file.ts';
export { tidyScratch, withScratch } from './scratch.ts';
export { describeFile, type Showing, showPicture } from './serving/describe-file.ts';
export { countQueuedPictures } from './serving/variants.ts';
export { checkBytes } from './uploads/check-content.ts';
export { type MediaKeeping, startMediaCleaning } from './uploads/clean-media.ts';
export { type LocalFileTools, storeLocalFile } from './uploads/store-local-file.ts';
export { countUploads } from './uploads/upload.repository.ts';
export { fileUploadRoutes, uploadRoutes } from './uploads/upload.routes.ts';
export { startUploadWatch } from './uploads/watch-uploads.ts';
