export { type CopyProgress, copyDatabase, type TableDigests } from './copy-database.ts';
export { moveDatabase, openReceiver, openSnapshot, wouldReplace } from './move-database.ts';
export { MoveError } from './move-error.ts';
export { nameToKeep } from './name-to-keep.ts';
export { readTablePlan, type TablePlan } from './table-plan.ts';
