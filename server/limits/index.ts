export type { UseCounts } from './counted-use.ts';
export { startLimitPruning } from './prune-limits.ts';
export { countsInMemory, createUseCounts } from './use-counts.ts';
