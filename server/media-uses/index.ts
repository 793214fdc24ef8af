export { fileIdsIn } from './file-references.ts';
export {
  deleteUsesOfGonePosts,
  forgetHistoryUses,
  moveUsesToBin,
  noteHistoryUses,
  replaceFileUses,
  takeUsesFromBin,
} from './file-use.repository.ts';
