export {
  categoryOfUse,
  deleteHistoryUses,
  deleteUsesOfGonePosts,
  keyOfCategoryUse,
  moveUsesToBin,
  noteHistoryUses,
  replaceFileUses,
  takeUsesFromBin,
} from './file-use.repository.ts';
export { usedFileIds, usedFiles } from './used-files.ts';
