export {
  deleteHistoryUses,
  deleteUsesOfGonePosts,
  moveUsesToBin,
  noteHistoryUses,
  replaceFileUses,
  takeUsesFromBin,
} from './file-use.repository.ts';
